import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { readUser } from "../../api/session.ts";
import { ActionButtons } from "../../pages/actions/ActionButtons.tsx";
import { nextStepOf } from "../../pages/actions/action-request.ts";
import { type Bill, isOfMerged, PAY_CALLS, type PayDialogProps } from "./bill.ts";
import { billButtons, mergedButtons, type PayAction, type PayButton } from "./bill-buttons.ts";
import { mergedPath } from "./PayTabs.tsx";
import { useBankPoll } from "./use-bank-poll.ts";
import "../../kinds/inputs/inputs.css";
import "./balance-pay.css";

interface PayButtonsProps {
  readonly screen: ScreenModel;
  /** What the buttons are about: what is ticked, or the one document. */
  readonly bills: readonly Bill[];
  /** All that is shown: what the bank has of it is followed. */
  readonly shown: readonly Bill[];
  /** They stand on the page of one document. */
  readonly isDocument?: boolean;
  /** A dialog was closed: what is ticked may have changed. */
  readonly onDone?: () => void;
  /** The merged payment was taken apart. */
  readonly onGone?: () => void;
}

/** What destroys something. */
const DANGER: readonly PayAction[] = ["unmerge", "delurl"];
/** Actions of the page that have a button here; the others have the one that every page gives them. */
const OWN: readonly string[] = ["confirm", "pay", "unmerge"] satisfies readonly PayAction[];

/** The buttons over bills or merged payments, and the dialog of the one that was pressed. */
export function PayButtons({ screen, bills, shown, isDocument = false, onDone, onGone }: PayButtonsProps) {
  const navigate = useNavigate();
  // What was ticked when it was pressed: the list may be read anew meanwhile.
  const [asked, setAsked] = useState<(Pick<PayButton, "action" | "title"> & { readonly bills: readonly Bill[] }) | null>(null);
  const { functions, path } = screen;
  const isMerged = isOfMerged(screen);
  const isSupplier = (readUser()?.PROV_ID ?? "") !== "";
  useBankPoll(shown, { isMerged, mayAsk: !isSupplier && functions.includes("bankpay") });
  const others = { ...screen, actions: screen.actions.filter(({ action }) => !OWN.includes(action)) };
  const buttons = (isMerged ? mergedButtons : billButtons)(bills, functions, isSupplier);
  const next = nextStepOf(
    screen.actions.filter(({ action }) => OWN.includes(action)),
    bills.map(({ row }) => row),
  )?.action;
  const close = () => {
    setAsked(null);
    onDone?.();
  };
  const closeAnd = (then?: () => void) => () => {
    close();
    then?.();
  };
  return (
    <>
      <ActionButtons
        screen={others}
        rows={bills.map(({ row }) => row)}
        onDone={() => onDone?.()}
        isDocument={isDocument}
        own={buttons
          // A document tells its own.
          .filter(({ action }) => !(isDocument && action === "details"))
          .map(({ action, title, longest, hint }) => ({
            key: action,
            title,
            ...(longest !== undefined && { longest }),
            hint,
            isCreate: false,
            isNext: action === next,
            isDanger: DANGER.includes(action),
            isWaiting: false,
            onPress: () => setAsked({ action, title, bills }),
          }))}
      />
      {asked !== null && (
        <Suspense fallback={null}>
          <PayDialog
            {...asked}
            screen={screen}
            onClose={close}
            onMerged={closeAnd(() => navigate(mergedPath(path)))}
            onGone={closeAnd(onGone)}
          />
        </Suspense>
      )}
    </>
  );
}

const PreviewModal = lazy(() => import("../../pages/actions/PreviewModal.tsx"));
const orders = () => import("./OrderModals.tsx");
const BankModal = lazy(async () => ({ default: (await orders()).BankModal }));
const MergeModal = lazy(async () => ({ default: (await orders()).MergeModal }));
const UnmergeModal = lazy(() => import("./MergedModals.tsx").then(({ UnmergeModal: one }) => ({ default: one })));
const DetailsModal = lazy(() => import("./MergedModals.tsx").then(({ DetailsModal: one }) => ({ default: one })));
const attachments = () => import("../../pages/actions/AttachmentModal.tsx");
const AttachModal = lazy(async () => ({ default: (await attachments()).AttachModal }));
const DetachModal = lazy(async () => ({ default: (await attachments()).DetachModal }));
const PayInfoModal = lazy(() => import("./PayInfoModal.tsx"));

interface DialogOfProps extends PayDialogProps, Pick<PayButton, "action" | "title"> {
  /** Bills were merged. */
  readonly onMerged: () => void;
  readonly onGone: () => void;
}

/** The dialog of a button. Each is fetched when it is first needed. */
function PayDialog({ action, title, onMerged, onGone, ...props }: DialogOfProps) {
  const { screen, bills, onClose } = props;
  const [bill] = bills;
  if (bill === undefined) return null;
  // What the dialogs about pictures, which other pages have too, are told of a bill.
  const pictures = { screen, row: bill.row, calls: PAY_CALLS, onClose };
  switch (action) {
    case "confirm":
    case "pay": {
      const found = screen.actions.find((each) => each.action === action);
      const rows = bills.map(({ row }) => row);
      return found && <PreviewModal screen={screen} action={{ ...found, title }} rows={rows} onClose={onClose} onDone={onClose} />;
    }
    case "bankpay":
      return <BankModal {...props} />;
    case "merge":
      return <MergeModal {...props} onMerged={onMerged} />;
    case "unmerge":
      return <UnmergeModal bill={bill} onClose={onClose} onGone={onGone} />;
    case "upload":
      return <AttachModal {...pictures} />;
    case "delurl":
      return <DetachModal {...pictures} />;
    case "update":
      return <PayInfoModal {...props} />;
    case "details":
      return <DetailsModal bill={bill} onClose={onClose} />;
  }
}
