/** What is loaded before a page is there, from nothing. */
export interface Budget {
  readonly title: string;
  /** Who opens it; null: nobody is signed in. */
  readonly user: string | null;
  readonly path: string;
  /** A selector of what is on the page once it is there. */
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
  { title: "the login page", user: null, path: "/login", shows: "[data-testid=login-user]", scripts: 60, styles: 5 },
  // A quarter of it draws the charts, and comes after everything else.
  { title: "the home page", user: "admin54", path: "/index", shows: ".home-charts svg", scripts: 420, styles: 15 },
  {
    title: "the first list",
    user: "admin54",
    path: "/accountChecking/BalanceManage",
    shows: "[data-testid=list-table]",
    scripts: 350,
    styles: 15,
  },
  {
    title: "a form",
    user: "admin54",
    path: "/logisticsReceiptsDemand/OrderManage/create",
    shows: "[data-testid=form-page]",
    scripts: 420,
    styles: 15,
  },
];
