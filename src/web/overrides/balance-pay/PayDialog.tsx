import { lazy } from "react";
import type { AttachmentDialogProps } from "../../pages/actions/attachment-dialog.ts";
import { type Bill, STATE, textOf } from "./bill.ts";
import type { PayAction } from "./bill-buttons.ts";
import { PAY_CALLS } from "./pay-calls.ts";
import type { PayDialogProps } from "./pay-dialog.ts";
import "../../kinds/inputs/inputs.css";
import "./balance-pay.css";

const ConfirmModal = lazy(() => import("./ConfirmModal.tsx"));
const BankModal = lazy(() => import("./BankModal.tsx"));
const MergeModal = lazy(() => import("./MergeModal.tsx"));
const UnmergeModal = lazy(() => import("./UnmergeModal.tsx"));
const AttachModal = lazy(() => import("../../pages/actions/AttachModal.tsx"));
const DetachModal = lazy(() => import("../../pages/actions/DetachModal.tsx"));
const PayInfoModal = lazy(() => import("./PayInfoModal.tsx"));
const DetailsModal = lazy(() => import("./DetailsModal.tsx"));

interface DialogOfProps extends PayDialogProps {
  readonly action: PayAction;
  readonly onMerged: () => void;
  /** The merged payment is no more. */
  readonly onGone: () => void;
}

/** The dialog of a button. Each is fetched when it is first needed. */
export function PayDialog({ action, onMerged, onGone, ...props }: DialogOfProps) {
  const [bill] = props.bills;
  switch (action) {
    case "confirm":
      return <ConfirmModal {...props} to={STATE.toPay} />;
    case "pay":
      return <ConfirmModal {...props} to={STATE.paid} />;
    case "bankpay":
      return <BankModal {...props} />;
    case "merge":
      return <MergeModal {...props} onMerged={onMerged} />;
    case "unmerge":
      return <UnmergeModal {...props} onGone={onGone} />;
    case "upload":
      return bill && <AttachModal {...picturesOf(bill, props)} />;
    case "delurl":
      return bill && <DetachModal {...picturesOf(bill, props)} />;
    case "update":
      return <PayInfoModal {...props} />;
    case "details":
      return <DetailsModal {...props} />;
  }
}

/** What the dialogs about pictures, which other pages have too, are told of a bill. */
function picturesOf({ id, number, row }: Bill, { screen, onClose }: PayDialogProps): AttachmentDialogProps {
  return { kind: screen.title, number, id, attachurl: textOf(row, "attachurl"), calls: PAY_CALLS, onClose };
}
