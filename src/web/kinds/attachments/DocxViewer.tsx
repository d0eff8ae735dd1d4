import { Alert, Modal, Spin } from "antd";
import { useState } from "react";
import "./attachments.css";

/** A Word document, drawn here: nothing of it leaves the browser. Its frame runs no scripts and opens no windows. */
export function DocxViewer({ blob, name, onClose }: { blob: Blob; name: string; onClose: () => void }) {
  const [state, setState] = useState<"drawing" | "shown" | "failed">("drawing");
  const draw = (frame: HTMLIFrameElement) => {
    if (frame.contentDocument === null) return setState("failed");
    renderDocx(blob, frame.contentDocument).then(
      () => setState("shown"),
      () => setState("failed"),
    );
  };
  return (
    <Modal open title={name} onCancel={onClose} footer={null} width={960} className="docx-viewer" data-testid="docx-viewer">
      {state === "failed" && <Alert type="error" showIcon message="该文档无法在线查看，请下载后打开。" />}
      <Spin spinning={state === "drawing"}>
        <iframe
          className="docx-frame"
          title={name}
          sandbox="allow-same-origin"
          srcDoc="<!doctype html><title>docx</title>"
          hidden={state === "failed"}
          onLoad={(event) => draw(event.currentTarget)}
        />
      </Spin>
    </Modal>
  );
}

/** Nothing from outside the file: no embedded web pages; pictures and fonts as data inside the drawing. */
const OPTIONS = { renderAltChunks: false, useBase64URL: true, inWrapper: true, ignoreLastRenderedPageBreak: false } as const;

/** Draws a document into an empty page. */
async function renderDocx(file: Blob, page: Document): Promise<void> {
  // The renderer is large.
  const { renderAsync } = await import("docx-preview");
  await renderAsync(file, page.body, page.head, OPTIONS);
  // A document's links lead out of the portal: they stay text, only jumps within the document remain.
  for (const link of page.querySelectorAll("a[href]")) {
    if (!(link.getAttribute("href") ?? "").startsWith("#")) link.removeAttribute("href");
  }
}
