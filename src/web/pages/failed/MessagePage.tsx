import type { ReactNode } from "react";
import "./message-page.css";

interface MessagePageProps {
  readonly sign: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly testId: string;
  readonly children?: ReactNode;
}

/** A page that only says something, with a way on. (antd's Result brings its pictures along.) */
export function MessagePage({ sign, title, text, testId, children }: MessagePageProps) {
  return (
    <div className="message-page" data-testid={testId}>
      <div className="message-sign" aria-hidden>
        {sign}
      </div>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  );
}
