import type { ReactNode } from "react";
import "./reminder-dot.css";

/** Something waits here. */
export function ReminderDot() {
  // No span: antd hides those beside the icons of a folded menu.
  return <i className="reminder-dot" role="img" aria-label="有新内容" data-testid="reminder-dot" />;
}

/** A menu line where something waits. */
export function Reminded({ children }: { children: ReactNode }) {
  return (
    <span className="menu-reminded">
      {children}
      <ReminderDot />
    </span>
  );
}
