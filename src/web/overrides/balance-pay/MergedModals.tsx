import { App, Modal } from "antd";
import type { DocumentTable } from "../../../shared/protocol/screen.ts";
import { useCall } from "../../data/use-call.ts";
import { SteadyModal } from "../../pages/actions/SteadyModal.tsx";
import { useKeyedCall } from "../../pages/actions/use-keyed-call.ts";
import { PageWait } from "../../pages/module/PageWait.tsx";
import { LinesTable } from "../../pages/show/LinesTable.tsx";
import { type Bill, PAY_CALLS } from "./bill.ts";
import "../../pages/show/show.css";

const WIDTH = 860;

interface MergedModalProps {
  readonly bill: Bill;
  readonly onClose: () => void;
}

/** What a merged payment is made of. */
export function DetailsModal({ bill, onClose }: MergedModalProps) {
  return (
    <Modal open width={WIDTH} title={`合并付款单 ${bill.number}`} footer={null} onCancel={onClose}>
      <MergedBills id={bill.id} />
    </Modal>
  );
}

/** 取消合并 (docs/decisions/45): its bills are paid one by one again. */
export function UnmergeModal({ bill, onClose, onGone }: MergedModalProps & { readonly onGone: () => void }) {
  const { message } = App.useApp();
  const { send, isRunning } = useKeyedCall();
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

/** The bills of a merged payment, with their sums. */
function MergedBills({ id }: { id: string }) {
  const query = useCall<{ readonly bills: DocumentTable }>(PAY_CALLS.mergedDetails, { id }, { isSilent: true, keepPreviousData: false });
  const { data } = query;
  if (data === undefined) return <PageWait query={query} />;
  return (
    <div data-testid="merged-bills">
      <LinesTable lines={data.bills} rows={data.bills.rows} sums={data.bills.totals} />
    </div>
  );
}
