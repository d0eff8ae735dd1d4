import { useCallback, useEffect, useState } from "react";
import { textOf } from "../../../shared/domain/error-catalogue.ts";
import { ApiError, DEFAULT_MESSAGE } from "../../../shared/protocol/envelope.ts";
import { type FormParams, send } from "../../api/send.ts";

/** Fetches once what the page is drawn from, as nobody in particular. `params` are those of the page's address: they stay. */
export function useVisitorAnswer<T>(url: string, params: FormParams) {
  const [data, setData] = useState<T | null>(null);
  /** Why nothing came; null: it is on its way. */
  const [failure, setFailure] = useState<string | null>(null);
  const [asked] = useState(params);
  const retry = useCallback(() => {
    setFailure(null);
    send<T>(url, asked, { token: null }).then(setData, (error: unknown) => setFailure(failureOf(error)));
  }, [url, asked]);
  useEffect(retry, [retry]);
  return { data, failure, retry };
}

/** What stands in the place of a page whose data is on its way, or did not come. */
export function VisitorLoad({ failure, retry }: { failure: string | null; retry: () => void }) {
  if (failure === null) return <div className="visitor-card visitor-wait" role="status" aria-label="加载中" aria-busy />;
  return (
    <div className="visitor-card visitor-failure" role="alert">
      <p>{failure}</p>
      <button type="button" className="visitor-button" onClick={retry}>
        重试
      </button>
    </div>
  );
}

/** What a visitor is told of a call that failed. */
export const failureOf = (error: unknown): string => (error instanceof ApiError ? textOf(error) : DEFAULT_MESSAGE);
