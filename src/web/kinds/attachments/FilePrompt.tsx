import { DownloadOutlined, EyeOutlined } from "@ant-design/icons";
import { Alert, Button, Modal } from "antd";
import { useState } from "react";
import { ERRORS } from "../../../shared/domain/error-catalogue.ts";
import { extensionOf } from "../../../shared/domain/upload-rules.ts";
import { DocxViewer } from "./DocxViewer.tsx";
import { useAttachment } from "./use-attachments.ts";
import "./attachments.css";

/** What the browser itself shows, in a tab of its own. */
const IN_TAB: ReadonlySet<string> = new Set(["pdf", "png", "jpg", "jpeg"]);
const NO_VIEWER = "系统运行在内部网络，不使用外部的在线文档服务，此类文件请下载后用 Word 或 WPS 打开。";

/**
 * Asks whether to see or to save a file. The bytes are fetched at once, so that either button is a
 * plain link: a tab opened later than the click would be kept back by the browser.
 */
export function FilePrompt({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  const { src, blob, error } = useAttachment(url, "full");
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
