import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { textOf } from "../../../shared/domain/error-catalogue.ts";
import { ApiError, DEFAULT_MESSAGE } from "../../../shared/protocol/envelope.ts";
import { type FormParams, send } from "../../api/send.ts";
import { BrandMark } from "../../kinds/icons/BrandMark.tsx";
import "./visitor.css";

interface VisitorFrameProps {
  readonly title: string;
  /** What the page is for, in a sentence. */
  readonly lead: ReactNode;
  /** A form of one column, as a phone shows it anyway. */
  readonly isNarrow?: boolean;
  readonly testId: string;
  readonly children: ReactNode;
}

/** Head and column of a page for visitors. Scrolls by itself: the portal's window does not. */
export function VisitorFrame({ title, lead, isNarrow = false, testId, children }: VisitorFrameProps) {
  useEffect(() => {
    document.title = `${title} - 供应链管理系统`;
  }, [title]);
  return (
    <div className="visitor" data-narrow={isNarrow} data-testid={testId}>
      <header className="visitor-head">
        <div>
          <a className="visitor-brand" href="/login">
            <BrandMark />
            供应链管理系统
          </a>
          <a className="visitor-login" href="/login">
            去登录
          </a>
        </div>
      </header>
      <main className="visitor-main">
        <h1>{title}</h1>
        <div className="visitor-lead">{lead}</div>
        {children}
      </main>
    </div>
  );
}

/** It was handed in, and what happens next. Gets the focus, so that it is read out. */
export function VisitorDone({ title, testId, children }: { title: string; testId: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <section className="visitor-card visitor-done" data-testid={testId}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m15 24.5 6.5 6.5L34 18.5" />
      </svg>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

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
