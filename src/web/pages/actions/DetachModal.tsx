import { App, Checkbox } from "antd";
import { useState } from "react";
import { AuthImage } from "../../kinds/attachments/AuthImage.tsx";
import { fileName, urlsOf } from "../../kinds/text/url-text.ts";
import type { AttachmentDialogProps } from "./attachment-dialog.ts";
import { SteadyModal } from "./SteadyModal.tsx";
import { useKeyedCall } from "./use-keyed-call.ts";
import "./attachment-dialog.css";

/** 删除附件 (docs/decisions/36): which of the document's pictures go. */
export default function DetachModal({ number, id, attachurl, calls, onClose }: AttachmentDialogProps) {
  const { message } = App.useApp();
  // What it had when the dialog was opened: it may be read anew meanwhile.
  const [urls] = useState(() => urlsOf(attachurl));
  const [chosen, setChosen] = useState<readonly string[]>(urls);
  const { send, isRunning } = useKeyedCall();
  const detach = async () => {
    if ((await send({ title: "删除附件", url: calls.detach, params: { id, attachurl: chosen.join(",") } })) === null) return;
    void message.success(`已删除 ${chosen.length} 张附件`);
    onClose();
  };
  return (
    <SteadyModal
      title={`删除附件：${number}`}
      okText={`删除 ${chosen.length} 张`}
      isDanger
      isReady={chosen.length > 0}
      isRunning={isRunning}
      onOk={detach}
      onClose={onClose}
    >
      <div className="attach-pictures">
        {urls.map((url, index) => (
          <Checkbox
            key={url}
            checked={chosen.includes(url)}
            onChange={({ target }) => setChosen(urls.filter((one) => (one === url ? target.checked : chosen.includes(one))))}
            data-testid={`detach-${index}`}
          >
            <AuthImage url={url} alt={fileName(url)} size="small" />
          </Checkbox>
        ))}
      </div>
    </SteadyModal>
  );
}
