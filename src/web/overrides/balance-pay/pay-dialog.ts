import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import type { Bill } from "./bill.ts";

/** What every dialog of the payment page gets. */
export interface PayDialogProps {
  readonly screen: ScreenModel;
  readonly bills: readonly Bill[];
  /** The bills are merged payments. */
  readonly isMerged: boolean;
  readonly onClose: () => void;
}
