import { CopyOutlined } from "@ant-design/icons";
import { App, Button } from "antd";
import { useCallback, useState } from "react";
import { copyText } from "../../feedback/copy-text.ts";

/** Shows what the server tells only once, e.g. a first password, until it is closed. */
export function useNotice(): (text: string) => void {
  const { modal } = App.useApp();
  return useCallback(
    (text) =>
      void modal.info({
        title: "请记下以下内容，关闭后不再显示",
        content: <NoticeText text={text} />,
        okText: "已记下",
        maskClosable: false,
        keyboard: false,
      }),
    [modal],
  );
}

/** A text to be kept, with a button that copies it. */
function NoticeText({ text }: { text: string }) {
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
