import type { PageResult } from "./list.ts";
import type { MenuResult, ScreenModel, UserInfo } from "./screen.ts";

/**
 * Result of login/GetStartData (docs/decisions/127): what a browser that opens an address asks for first, in one answer. Each part is what the
 * call of its own would answer; null: that call would refuse, or it is better asked by itself.
 */
export interface StartData {
  /** login/GetUserInfo */
  readonly user: UserInfo;
  /** Registry/GetModules */
  readonly menu: MenuResult;
  /** Registry/GetModule of the page that the address leads to. */
  readonly screen: ScreenModel | null;
  /** The first rows of its list, as the address asks for them. */
  readonly page: FirstPage | null;
}

/** A call that reads rows, and what it answers. */
export interface FirstPage {
  /** Its address below /api. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly result: PageResult;
}
