/** Result of Setup/GetForm: what the page of the first start is drawn from. */
export interface SetupForm {
  /** What the portal is called. */
  readonly title: string;
  /** A number that is free. */
  readonly shop: string;
  readonly profiles: readonly SetupProfile[];
}

export interface SetupProfile {
  readonly name: string;
  readonly title: string;
}

/** What is asked at the first start, by the name it travels under. */
export interface SetupValues {
  /** mall or retail. */
  readonly kind: string;
  readonly shop: string;
  readonly name: string;
  /** Of a retailer: number and name of its mall; empty: none. */
  readonly market: string;
  readonly marketName: string;
  readonly profile: string;
  readonly user: string;
  readonly userName: string;
}

/** Result of Setup/Save. */
export interface SetupDone {
  readonly shopName: string;
  readonly user: string;
}
