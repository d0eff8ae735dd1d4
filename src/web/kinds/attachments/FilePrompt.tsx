import { DownloadOutlined, EyeOutlined } from "@ant-design/icons";
import { Alert, Button, Modal } from "antd";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { ERRORS } from "../../../shared/domain/error-catalogue.ts";
import { extensionOf } from "../../../shared/domain/upload-rules.ts";
import { useAttachment } from "./use-attachments.ts";
import "./attachments.css";

// The renderer of documents is large.
const DocxViewer = lazy(async () => ({ default: (await import("./DocxViewer.tsx")).DocxViewer }));

/** What the browser itself shows, in a tab of its own. */
const IN_TAB: ReadonlySet<string> = new Set(["pdf", "png", "jpg", "jpeg"]);
const NO_VIEWER = "系统运行在内部网络，不使用外部的在线文档服务，此类文件请下载后用 Word 或 WPS 打开。";

interface FilePromptProps {
  readonly url: string;
  readonly name: string;
  readonly onClose: () => void;
}

/**
 * Asks whether to see or to save a file. The bytes are fetched at once, so that either button is a
 * plain link: a tab opened later than the click would be kept back by the browser.
 */
export function FilePrompt({ url, name, onClose }: FilePromptProps) {
  const { src, blob, error } = useAttachment(url, "full");
  const [isViewing, setIsViewing] = useState(false);
  const extension = extensionOf(name);
  if (isViewing && blob !== undefined) {
    return (
      <Suspense fallback={null}>
        <DocxViewer blob={blob} name={name} onClose={onClose} />
      </Suspense>
    );
  }
  const isReady = src !== undefined;
  const view = { type: "primary", icon: <EyeOutlined />, loading: !isReady && error === undefined, disabled: error !== undefined } as const;
  const viewers: Readonly<Record<"tab" | "docx" | "none", ReactNode>> = {
    tab: (
      <Button {...view} {...(isReady && { href: src })} target="_blank" rel="noopener noreferrer" onClick={onClose}>
        查看
      </Button>
    ),
    docx: (
      <Button {...view} onClick={() => setIsViewing(true)}>
        查看
      </Button>
    ),
    none: (
      <Button {...view} loading={false} disabled>
        查看
      </Button>
    ),
  };
  const viewer = viewerOf(extension);
  return (
    <Modal open title={ERRORS.chooseFile.text} onCancel={onClose} footer={null} width={440} data-testid="file-prompt">
      <p className="file-prompt-name">{name}</p>
      {error !== undefined && <Alert type="error" showIcon message={messageOf(error)} />}
      {error === undefined && viewer === "none" && <Alert type="info" showIcon message={NO_VIEWER} />}
      <div className="file-prompt-buttons">
        <Button icon={<DownloadOutlined />} disabled={!isReady} {...(isReady && { href: src })} download={name} onClick={onClose}>
          下载
        </Button>
        {viewers[viewer]}
      </div>
    </Modal>
  );
}

function viewerOf(extension: string): "tab" | "docx" | "none" {
  if (IN_TAB.has(extension)) return "tab";
  return extension === "docx" ? "docx" : "none";
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "文件无法读取";
}
