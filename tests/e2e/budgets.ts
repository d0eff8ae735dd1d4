/** What is loaded before a page is there, from nothing. */
export interface Budget {
  readonly title: string;
  /** Who opens it; null: nobody is signed in. */
  readonly user: string | null;
  readonly path: string;
  /** A test id that is on the page once it is there. */
  readonly shows: string;
  /** Most kilobytes (of 1,000 bytes) of JavaScript, compressed as they are sent. */
  readonly scripts: number;
  /** Most kilobytes of styles. */
  readonly styles: number;
}

/**
 * How much each kind of page may load (docs/decisions/127); a page that grows beyond it fails the build. A number is raised in the commit that
 * says what for.
 */
export const BUDGETS: readonly Budget[] = [
  { title: "the login page", user: null, path: "/login", shows: "login-user", scripts: 60, styles: 5 },
  { title: "the home page", user: "admin54", path: "/index", shows: "user-menu", scripts: 330, styles: 15 },
  { title: "the first list", user: "admin54", path: "/accountChecking/BalanceManage", shows: "list-table", scripts: 350, styles: 15 },
  { title: "a form", user: "admin54", path: "/logisticsReceiptsDemand/OrderManage/create", shows: "form-page", scripts: 420, styles: 15 },
];
