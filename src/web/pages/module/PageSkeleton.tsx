import { PageProgress } from "./PageProgress.tsx";
import "./page-skeleton.css";

const ROWS = Array.from({ length: 12 }, (_, index) => index);

/** Grey bars in the shape of a list, while a page loads. */
export function PageSkeleton() {
  return (
    <div className="skeleton" role="status" aria-label="加载中" data-testid="page-skeleton">
      <PageProgress />
      <i className="skeleton-title" />
      <i className="skeleton-bar" />
      {ROWS.map((row) => (
        <i key={row} className="skeleton-row" />
      ))}
    </div>
  );
}
