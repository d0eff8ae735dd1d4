import { Alert, Modal, Spin } from "antd";
import { useState } from "react";
import { renderDocx } from "./render-docx.ts";
import "./attachments.css";

interface DocxViewerProps {
  readonly blob: Blob;
  readonly name: string;
  readonly onClose: () => void;
}

/** A Word document, drawn here: nothing of it leaves the browser. Its frame runs no scripts and opens no windows. */
export function DocxViewer({ blob, name, onClose }: DocxViewerProps) {
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
