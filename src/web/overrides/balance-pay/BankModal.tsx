import { App } from "antd";
import { useState } from "react";
import { PreviewDialog } from "../../pages/actions/PreviewModal.tsx";
import { useKeyedCall } from "../../pages/actions/use-keyed-call.ts";
import { bankCall, isOfMerged, type PayDialogProps } from "./bill.ts";

/** 银行支付 (docs/decisions/46): the preview with the channel to choose, and the order to the bank, by the channel's own call. */
export default function BankModal({ screen, bills, onClose }: PayDialogProps) {
  const { message } = App.useApp();
  const [chosen, setChosen] = useState(bills);
  const { send, isRunning } = useKeyedCall();
  const isMerged = isOfMerged(screen);
  const ids = chosen.map(({ id }) => id);
  const direction = chosen.every(({ isReceipt }) => isReceipt) ? "receive" : "pay";
  const title = direction === "pay" ? "银行支付" : "银行收款";

  const pay = async (channel: string) => {
    const [only, ...more] = chosen;
    const values = {
      ...(isMerged ? { id: ids[0] } : { ids: ids.join(",") }),
      ...(only !== undefined && more.length === 0 && { rowver: String(only.row.rowver ?? "") }),
    };
    const done = await send({ title, url: bankCall(channel, direction, isMerged), params: values });
    if (done === null) return false;
    void message.success(`已提交银行处理，共 ${ids.length} 张；结果到达后自动更新`);
    onClose();
    return true;
  };

  return (
    <PreviewDialog
      screen={screen}
      action="bankpay"
      ids={ids}
      title={title}
      okText={`提交${title}`}
      isDanger
      isRunning={isRunning}
      onLeaveOut={(out) => setChosen(chosen.filter(({ id }) => !out.includes(id)))}
      onOk={pay}
      onClose={onClose}
    />
  );
}
