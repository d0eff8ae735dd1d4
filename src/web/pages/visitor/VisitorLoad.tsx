import type { VisitorAnswer } from "./use-visitor-answer.ts";

/** What stands in the place of a page whose data is on its way, or did not come. */
export function VisitorLoad({ isWaiting, failure, retry }: Omit<VisitorAnswer<unknown>, "data">) {
  if (isWaiting) return <div className="visitor-card visitor-wait" role="status" aria-label="加载中" aria-busy />;
  return (
    <div className="visitor-card visitor-failure" role="alert">
      <p>{failure}</p>
      <button type="button" className="visitor-button" onClick={retry}>
        重试
      </button>
    </div>
  );
}
