/** One printed sheet (docs/decisions/34). Lengths in mm. */
export interface PrintPage {
  /** Repeated on every sheet of one document. */
  readonly samedata: { readonly title: string; readonly Billid: string };
  readonly header: readonly LabelledValue[];
  readonly t_title: readonly {
    readonly field: string;
    readonly title: string;
    readonly width: number;
    readonly align: "left" | "right" | "center";
  }[];
  readonly tr: readonly (readonly string[])[];
  /** Places in `tr` of rows that sum up the group above them; left out: there is none. The first cell says what they are. */
  readonly subtotals?: readonly number[];
  /** 本页小计: one cell per column, empty where nothing is summed; null: the template has no page sum. */
  readonly pagesumtr: readonly string[] | null;
  readonly footer: readonly LabelledValue[];
  /** Last sheet only: 合计 row, amount in capitals, signatures. */
  readonly lastfooter: {
    readonly totals: readonly string[] | null;
    readonly capitals: string | null;
    readonly summary: readonly LabelledValue[];
    readonly signatures: readonly string[];
  } | null;
  readonly additional: readonly string[];
  /** A word across the sheet, e.g. 已付款; left out: none. */
  readonly stamp?: string;
  /** The document is still being entered; left out: it is not. */
  readonly draft?: true;
  /** Text of the Code128 barcode: `Billid-page` (docs/decisions/34); empty: none. */
  readonly barcode: string;
  readonly page: number;
  readonly pages: number;
  readonly width: number;
  readonly pageheight: number;
  readonly intervalheight: number;
}

export interface LabelledValue {
  readonly label: string;
  readonly value: string;
}

/** Result of the print calls; GetPrintOrder carries it as base64 of UTF-8 JSON in Msg. */
export interface PrintDocument {
  readonly data: readonly PrintPage[];
  readonly watermark: string;
}
