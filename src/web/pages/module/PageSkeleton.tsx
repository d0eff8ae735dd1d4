import "./page-skeleton.css";
import "./page-progress.css";

const ROWS = Array.from({ length: 12 }, (_, index) => index);

/** Grey bars in the shape of a list, while a page loads. */
export function PageSkeleton() {
  return (
    <div className="skeleton" role="status" aria-label="加载中" data-testid="page-skeleton">
      {/* At the top of the window while a page is on its way; one that comes at once shows none. */}
      <div className="page-progress" aria-hidden="true" data-testid="page-progress" />
      <i className="skeleton-title" />
      <i className="skeleton-bar" />
      {ROWS.map((row) => (
        <i key={row} className="skeleton-row" />
      ))}
    </div>
  );
}
