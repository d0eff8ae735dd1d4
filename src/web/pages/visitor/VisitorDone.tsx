import { type ReactNode, useEffect, useRef } from "react";

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
