import { ArrowLeftOutlined } from "@ant-design/icons";
import { Link, useLocation } from "react-router-dom";
import { AS_LEFT } from "../../providers/tab.ts";

/** Leads back to the list a page was opened from: to its tab as it is by now, else to what it showed then. */
export function BackLink({ to, className }: { to: string; className: string }) {
  const { state } = useLocation() as { state: { from?: string } | null };
  return (
    <Link to={state?.from ?? to} state={AS_LEFT} className={className} data-testid="back-link">
      <ArrowLeftOutlined /> 返回列表
    </Link>
  );
}
