import { CopyOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { copyText } from "../../feedback/copy-text.ts";

/** A text to be kept, with a button that copies it. */
export function NoticeText({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="notice" data-testid="notice">
      <code className="notice-text">{text}</code>
      <Button icon={<CopyOutlined />} onClick={() => void copyText(text).then(setCopied)} data-testid="notice-copy">
        {isCopied ? "已复制" : "复制"}
      </Button>
    </div>
  );
}
