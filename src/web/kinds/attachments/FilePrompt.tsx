import { DownloadOutlined, EyeOutlined } from "@ant-design/icons";
import { Alert, Button, Modal, Spin } from "antd";
import { useState } from "react";
import { ERRORS } from "../../../shared/domain/error-catalogue.ts";
import { extensionOf } from "../../../shared/domain/upload-rules.ts";
import { useFiles } from "../../data/use-files.ts";
import "./attachments.css";

/** What the browser itself shows, in a tab of its own. */
const IN_TAB: ReadonlySet<string> = new Set(["pdf", "png", "jpg", "jpeg"]);
const NO_VIEWER = "系统运行在内部网络，不使用外部的在线文档服务，此类文件请下载后用 Word 或 WPS 打开。";

/**
 * Asks whether to see or to save a file. The bytes are fetched at once, so that either button is a
 * plain link: a tab opened later than the click would be kept back by the browser.
 */
export function FilePrompt({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  const [{ src, blob, error } = {}] = useFiles([url], "full");
  const [isViewing, setIsViewing] = useState(false);
  if (isViewing && blob !== undefined) return <DocxViewer blob={blob} name={name} onClose={onClose} />;
  const extension = extensionOf(name);
  const isDocx = extension === "docx";
  const hasViewer = isDocx || IN_TAB.has(extension);
  const link = src === undefined ? {} : { href: src };
  return (
    <Modal open title={ERRORS.chooseFile.text} onCancel={onClose} footer={null} width={440} data-testid="file-prompt">
      <p className="file-prompt-name">{name}</p>
      {error !== undefined && <Alert type="error" showIcon message={messageOf(error)} />}
      {error === undefined && !hasViewer && <Alert type="info" showIcon message={NO_VIEWER} />}
      <div className="file-prompt-buttons">
        <Button icon={<DownloadOutlined />} disabled={src === undefined} {...link} download={name} onClick={onClose}>
          下载
        </Button>
        <Button
          type="primary"
          icon={<EyeOutlined />}
          loading={hasViewer && src === undefined && error === undefined}
          disabled={!hasViewer || error !== undefined}
          {...(isDocx && { onClick: () => setIsViewing(true) })}
          {...(hasViewer && !isDocx && { ...link, target: "_blank", rel: "noopener noreferrer", onClick: onClose })}
        >
          查看
        </Button>
      </div>
    </Modal>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "文件无法读取";
}

/** A Word document, drawn here: nothing of it leaves the browser. Its frame runs no scripts and opens no windows. */
function DocxViewer({ blob, name, onClose }: { blob: Blob; name: string; onClose: () => void }) {
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
