/** An e-receipt (电子回单): what a bank has confirmed, as a document to keep. */
export interface Receipt {
  readonly title: string;
  /** Labels and values, in this order. */
  readonly lines: readonly (readonly [label: string, value: string])[];
  readonly note: string;
  /** `yyyy-MM-dd HH:mm:ss` in Shanghai: the only date in the file, so that equal receipts are equal bytes. */
  readonly at: string;
}
