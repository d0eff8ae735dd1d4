import { App } from "antd";
import { SteadyModal } from "../../pages/actions/SteadyModal.tsx";
import { useKeyedCall } from "../../pages/actions/use-keyed-call.ts";
import { MergedBills } from "./MergedBills.tsx";
import { PAY_CALLS } from "./pay-calls.ts";
import type { PayDialogProps } from "./pay-dialog.ts";

const WIDTH = 860;

/** 取消合并 (docs/decisions/45): its bills are paid one by one again. */
export default function UnmergeModal({ bills, onClose, onGone }: PayDialogProps & { readonly onGone: () => void }) {
  const { message } = App.useApp();
  const { send, isRunning } = useKeyedCall();
  const [bill] = bills;
  if (bill === undefined) return null;
  const unmerge = async () => {
    const values = { id: bill.id, rowver: String(bill.row.rowver ?? "") };
    if ((await send({ title: "取消合并", url: PAY_CALLS.unmerge, params: values })) === null) return;
    void message.success(`${bill.number} 已取消合并`);
    onGone();
  };
  return (
    <SteadyModal
      width={WIDTH}
      title={`取消合并：${bill.number}`}
      okText="取消合并"
      cancelText="关闭"
      isDanger
      isRunning={isRunning}
      onOk={unmerge}
      onClose={onClose}
    >
      <p className="pay-hint">合并付款单将被删除，以下付款单恢复为单独付款。</p>
      <MergedBills id={bill.id} />
    </SteadyModal>
  );
}
