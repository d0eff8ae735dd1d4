import { type ReactNode, useEffect } from "react";
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
