import { type ReactNode, useMemo } from "react";
import type { MenuResult } from "../../shared/protocol/screen.ts";
import { groupsOf } from "./menu.ts";
import { SideBar } from "./SideBar.tsx";
import { TitleBar } from "./TitleBar.tsx";
import { useSidebar } from "./use-sidebar.ts";
import "./shell.css";

interface ShellProps {
  readonly menu: MenuResult;
  /** The routes; one element, so that the coming tab bar can keep several copies of it alive. */
  readonly content: ReactNode;
}

/** The frame around every page. */
export function Shell({ menu, content }: ShellProps) {
  const sidebar = useSidebar();
  const groups = useMemo(() => groupsOf(menu), [menu]);
  return (
    <div className="shell">
      <SideBar sidebar={sidebar} title={menu.title} groups={groups} />
      <div className="shell-main">
        <TitleBar sidebar={sidebar} groups={groups} />
        <main className="shell-content">{content}</main>
      </div>
    </div>
  );
}
