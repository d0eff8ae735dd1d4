import type { Row } from "../../shared/domain/cell.ts";
import type { PrintTemplate } from "../../shared/registry/model.ts";
import type { PrintRules } from "./print-value.ts";
import type { Wording } from "./print-wording.ts";

/** One document: its head row and its lines. Where the rows themselves are the lines, several heads make one document. */
export interface PrintRows {
  readonly heads: readonly [Row, ...Row[]];
  readonly lines: readonly Row[];
  readonly wording: Wording;
}

export interface PrintSetting {
  readonly template: PrintTemplate;
  /** Stands before the name of every document. */
  readonly shopName: string;
  /** The field whose value names the document. */
  readonly numberField: string;
  readonly head: PrintRules;
  /** The same as `head` where the template has no line entity. */
  readonly line: PrintRules;
  readonly mayPrint: { readonly head: (field: string) => boolean; readonly line: (field: string) => boolean };
  /** `yyyy-MM-dd HH:mm` */
  readonly printedAt: string;
}
