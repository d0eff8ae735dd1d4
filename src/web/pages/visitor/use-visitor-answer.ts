import { useCallback, useEffect, useState } from "react";
import { type FormParams, send } from "../../api/send.ts";
import { failureOf } from "./visitor-failure.ts";

/** What a page for visitors is drawn from, on its way. */
export interface VisitorAnswer<T> {
  readonly data: T | null;
  readonly isWaiting: boolean;
  /** Why nothing came; empty: nothing is wrong. */
  readonly failure: string;
  readonly retry: () => void;
}

/** Fetches once what the page is drawn from, as nobody in particular. `params` are those of the page's address: they stay. */
export function useVisitorAnswer<T>(url: string, params: FormParams): VisitorAnswer<T> {
  const [state, setState] = useState<Omit<VisitorAnswer<T>, "retry">>({ data: null, isWaiting: true, failure: "" });
  const [asked] = useState(params);
  const load = useCallback(() => {
    setState({ data: null, isWaiting: true, failure: "" });
    send<T>(url, asked, { token: null }).then(
      (data) => setState({ data, isWaiting: false, failure: "" }),
      (error: unknown) => setState({ data: null, isWaiting: false, failure: failureOf(error) }),
    );
  }, [url, asked]);
  useEffect(load, [load]);
  return { ...state, retry: load };
}
