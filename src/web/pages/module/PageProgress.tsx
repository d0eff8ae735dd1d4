import "./page-progress.css";

/** A thin bar at the top of the window while a page is on its way; one that comes at once shows none. */
export function PageProgress() {
  return <div className="page-progress" aria-hidden="true" data-testid="page-progress" />;
}
