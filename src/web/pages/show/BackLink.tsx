import { ArrowLeftOutlined } from "@ant-design/icons";
import { Link, useLocation } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { AS_LEFT } from "../../providers/tab.ts";

/** Leads back to the list a page was opened from: to its tab as it is by now, else to what it showed then. */
export function BackLink({ screen, className }: { screen: ScreenModel; className: string }) {
  const { state } = useLocation() as { state: { from?: string } | null };
  return (
    <Link to={state?.from ?? screen.path} state={AS_LEFT} className={className} data-testid="back-link">
      <ArrowLeftOutlined /> 返回列表
    </Link>
  );
}
