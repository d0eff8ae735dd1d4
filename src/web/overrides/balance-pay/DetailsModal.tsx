import { Modal } from "antd";
import { MergedBills } from "./MergedBills.tsx";
import type { PayDialogProps } from "./pay-dialog.ts";

const WIDTH = 860;

/** What a merged payment is made of. */
export default function DetailsModal({ bills, onClose }: PayDialogProps) {
  const [bill] = bills;
  if (bill === undefined) return null;
  return (
    <Modal open width={WIDTH} title={`合并付款单 ${bill.number}`} footer={null} onCancel={onClose}>
      <MergedBills id={bill.id} />
    </Modal>
  );
}
