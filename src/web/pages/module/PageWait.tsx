import { useState } from "react";
import { LightPlace } from "../../kinds/light/LightPlace.tsx";
import { hasLight } from "../../kinds/light/light-stand.ts";
import { FailedPage } from "../failed/FailedPage.tsx";
import "./page-skeleton.css";
import "./page-progress.css";

interface PageWaitProps {
  readonly query: { readonly error: { readonly message: string } | null; readonly refetch: () => unknown };
  /** Left out: the query itself is sent again. */
  readonly onRetry?: (() => void) | undefined;
}

/** In the place of a page whose data is on its way, or did not come. */
export function PageWait({ query: { error, refetch }, onRetry = () => void refetch() }: PageWaitProps) {
  return error === null ? <PageSkeleton /> : <FailedPage error={error} onRetry={onRetry} />;
}

const ROWS = Array.from({ length: 12 }, (_, index) => index);

/** What stands in the place of a page while it loads: the light list, or grey bars in the shape of one. */
export function PageSkeleton() {
  const [isLight] = useState(hasLight);
  if (isLight) return <LightPlace part="page" />;
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
