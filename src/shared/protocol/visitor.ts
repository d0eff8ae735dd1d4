import type { FormSpec } from "./form.ts";
import type { StatusLabel } from "./list.ts";

/** A shop as visitors who are not signed in know it. */
export interface VisitorShop {
  readonly SHOP_ID: string;
  readonly ShopName: string;
}

/** What a shop asks of those who register. */
export interface RegisterAsk {
  /** Kinds of registration. */
  readonly kinds: readonly StatusLabel[];
  readonly form: FormSpec;
}

/** Result of Register/GetForm. */
export interface RegisterPage extends RegisterAsk {
  readonly shops: readonly VisitorShop[];
  /** What shops ask whose profile says otherwise, by number; left out: all ask alike. */
  readonly own?: Readonly<Record<string, RegisterAsk>>;
}

/** Result of Register/Save. */
export interface Registered {
  /** The number of the registration. */
  readonly number: string;
  readonly userName: string;
  readonly shopName: string;
}

/** Result of Comm/GetAdviceForm. */
export interface SuggestionPage {
  /** Shops that take suggestions. */
  readonly shops: readonly VisitorShop[];
  /** Where the link leads; null: it names no shop that takes suggestions. */
  readonly shop: VisitorShop | null;
  /** The supplier the link speaks for; empty: none, or the link does not count any more. */
  readonly supplier: string;
  /** The link was signed, but is too old or was changed. */
  readonly isStale: boolean;
  readonly form: FormSpec;
  /** The forms of shops whose profile says otherwise, by number; left out: all ask alike. */
  readonly own?: Readonly<Record<string, FormSpec>>;
}

/** Result of Advice/GetAdviceLink: the way to the suggestion page that names the supplier. */
export interface SuggestionLink {
  /** Path with its search. */
  readonly path: string;
  /** How users reach the portal, where the server was told; empty: as the browser does. */
  readonly origin: string;
}
