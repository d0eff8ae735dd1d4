import { Button, Tooltip } from "antd";
import { Suspense, useState } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
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
  readonly onMerged: () => void;
}

const DANGER: readonly PayAction[] = ["pay", "bankpay", "unmerge", "delurl"];

/** The buttons over what is ticked, and the dialog of the one that was pressed. */
export function PayButtons({ screen, buttons, bills, isMerged, onDone, onMerged }: PayButtonsProps) {
  // What was ticked when it was pressed: the list may be read anew meanwhile.
  const [asked, setAsked] = useState<{ readonly action: PayAction; readonly bills: readonly Bill[] } | null>(null);
  const close = () => {
    setAsked(null);
    onDone();
  };
  return (
    <>
      {buttons.map(({ action, title, hint }) => (
        <Tooltip key={action} title={hint}>
          <Button
            danger={DANGER.includes(action)}
            disabled={hint !== null}
            onClick={() => setAsked({ action, bills })}
            data-testid={`action-${action}`}
          >
            {title}
          </Button>
        </Tooltip>
      ))}
      {asked !== null && (
        <Suspense fallback={null}>
          <PayDialog
            action={asked.action}
            mdl={String(screen.MdlId)}
            screen={screen}
            bills={asked.bills}
            isMerged={isMerged}
            onClose={close}
            onMerged={() => {
              close();
              onMerged();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
