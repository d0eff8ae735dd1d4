import { App, Checkbox } from "antd";
import { useState } from "react";
import { AuthImage } from "../../kinds/attachments/AuthImage.tsx";
import { urlsOf } from "../../kinds/attachments/url-list.ts";
import { fileName } from "../../kinds/text/url-text.ts";
import { textOf } from "./bill.ts";
import { MoneyModal } from "./MoneyModal.tsx";
import { PAY_CALLS } from "./pay-calls.ts";
import type { PayDialogProps } from "./pay-dialog.ts";
import { useMoneyCall } from "./use-money-call.ts";

/** 删除附件 (BP7): which of the bill's pictures go. */
export default function DetachModal({ mdl, bills, onClose }: PayDialogProps) {
  const { message } = App.useApp();
  const [bill] = bills;
  const urls = bill === undefined ? [] : urlsOf(textOf(bill.row, "attachurl"));
  const [chosen, setChosen] = useState<readonly string[]>(urls);
  const { send, isRunning } = useMoneyCall(mdl);
  if (bill === undefined) return null;
  const detach = async () => {
    const values = { Id: bill.id, attachurl: chosen.join(",") };
    if ((await send({ title: "删除附件", url: PAY_CALLS.detach, values })) === null) return;
    void message.success(`已删除 ${chosen.length} 张附件`);
    onClose();
  };
  return (
    <MoneyModal
      title={`删除附件：${bill.number}`}
      okText={`删除 ${chosen.length} 张`}
      isDanger
      isReady={chosen.length > 0}
      isRunning={isRunning}
      onOk={detach}
      onClose={onClose}
    >
      <div className="pay-pictures">
        {urls.map((url, index) => (
          <Checkbox
            key={url}
            checked={chosen.includes(url)}
            onChange={({ target }) => setChosen(target.checked ? [...chosen, url] : chosen.filter((one) => one !== url))}
            data-testid={`detach-${index}`}
          >
            <AuthImage url={url} alt={fileName(url)} size="small" />
          </Checkbox>
        ))}
      </div>
    </MoneyModal>
  );
}
