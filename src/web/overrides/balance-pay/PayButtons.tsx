import { Suspense, useState } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { ActionBar } from "../../pages/actions/ActionBar.tsx";
import type { Bill } from "./bill.ts";
import type { PayAction, PayButton } from "./bill-buttons.ts";
import { PayDialog } from "./PayDialog.tsx";

interface PayButtonsProps {
  readonly screen: ScreenModel;
  readonly buttons: readonly PayButton[];
  readonly bills: readonly Bill[];
  readonly isMerged: boolean;
  /** A dialog was closed: what is ticked may have changed. */
  readonly onDone: () => void;
  /** Bills were merged. */
  readonly onMerged: () => void;
  /** The merged payment was taken apart. */
  readonly onGone: () => void;
}

const DANGER: readonly PayAction[] = ["pay", "bankpay", "unmerge", "delurl"];

/** The buttons over what is ticked, and the dialog of the one that was pressed. */
export function PayButtons({ screen, buttons, bills, isMerged, onDone, onMerged, onGone }: PayButtonsProps) {
  // What was ticked when it was pressed: the list may be read anew meanwhile.
  const [asked, setAsked] = useState<{ readonly action: PayAction; readonly bills: readonly Bill[] } | null>(null);
  const close = () => {
    setAsked(null);
    onDone();
  };
  return (
    <>
      <ActionBar
        buttons={buttons.map(({ action, title, hint }) => ({
          key: action,
          title,
          hint,
          isPrimary: false,
          isDanger: DANGER.includes(action),
          isWaiting: false,
          onPress: () => setAsked({ action, bills }),
        }))}
      />
      {asked !== null && (
        <Suspense fallback={null}>
          <PayDialog
            action={asked.action}
            screen={screen}
            bills={asked.bills}
            isMerged={isMerged}
            onClose={close}
            onMerged={() => {
              close();
              onMerged();
            }}
            onGone={() => {
              close();
              onGone();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
