/** What an action on payment bills would do, before anything is confirmed (GetConfirmInfo). Amounts are decimals as text. */
export interface PayPreview {
  readonly action: string;
  readonly rows: readonly PayPreviewRow[];
  /** Over all rows; `pay` is what leaves the shop, `receive` what it gets. */
  readonly sums: Readonly<Record<string, string>>;
  readonly capitals: string;
  readonly payCapitals: string;
  readonly receiveCapitals: string;
  /** Nothing stands in the way of any of them. */
  readonly ok: boolean;
  /** The banks' channels to choose from; empty where no bank is asked. */
  readonly channels: readonly PayChannelOffer[];
}

/** One bill as it would be confirmed or paid. */
export interface PayPreviewRow {
  readonly id: number;
  readonly [field: string]: string | number | boolean | null;
  /** The amount due in capitals. */
  readonly capitals: string;
  readonly ok: boolean;
  /** What the call would answer for this bill: 200, or the refusal with its text. */
  readonly Code: number;
  readonly Msg: string;
}

/** A channel of a bank, and why these bills cannot go by it; empty: they can. */
export interface PayChannelOffer {
  readonly channel: string;
  readonly title: string;
  readonly Msg: string;
}
