import { lazy } from "react";
import { STATE } from "./bill.ts";
import type { PayAction } from "./bill-buttons.ts";
import type { PayDialogProps } from "./pay-dialog.ts";
import "../../kinds/inputs.css";
import "./balance-pay.css";

const ConfirmModal = lazy(() => import("./ConfirmModal.tsx"));
const BankModal = lazy(() => import("./BankModal.tsx"));
const MergeModal = lazy(() => import("./MergeModal.tsx"));
const UnmergeModal = lazy(() => import("./UnmergeModal.tsx"));
const AttachModal = lazy(() => import("./AttachModal.tsx"));
const DetachModal = lazy(() => import("./DetachModal.tsx"));
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
      return <AttachModal {...props} />;
    case "delurl":
      return <DetachModal {...props} />;
    case "update":
      return <PayInfoModal {...props} />;
    case "details":
      return <DetailsModal {...props} />;
  }
}
