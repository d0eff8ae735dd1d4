import type { FormParams } from "../../api/send.ts";
import type { SheetPlan } from "./sheet-plan.ts";

/** What the page tells the worker. */
export interface ExportOrder {
  readonly url: string;
  readonly token: string | null;
  /** Filter and sort of the list. */
  readonly query: FormParams;
  readonly plan: SheetPlan;
}

/** What the worker tells the page. */
export type ExportNews =
  | { readonly kind: "progress"; readonly done: number; readonly total: number }
  | { readonly kind: "done"; readonly bytes: ArrayBuffer }
  | { readonly kind: "failed"; readonly code: number; readonly text: string };
