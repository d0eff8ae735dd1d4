import type { KeyboardEvent, WheelEvent } from "react";
import { TabItem, useTabDrag } from "./TabItem.tsx";
import type { Tabs } from "./use-tabs.ts";
import "./tabs.css";

/** The visited pages. Arrow keys lead from tab to tab, Delete closes one, the menu key shows what else can be done with it. */
export function TabBar({ tabs }: { tabs: Tabs }) {
  const drag = useTabDrag(tabs);
  return (
    <nav className="tabs" aria-label="已打开的页面" data-testid="tabbar">
      <ul onKeyDown={(event) => onKey(event, tabs)} onWheel={scrollSideways}>
        {tabs.tabs.map((tab) => (
          <TabItem key={tab.path} tab={tab} tabs={tabs} drag={drag} />
        ))}
      </ul>
    </nav>
  );
}

function onKey(event: KeyboardEvent<HTMLElement>, { close, pinned }: Tabs): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a[data-path]")];
  const at = links.findIndex((link) => link.matches(":focus"));
  const link = links[at];
  if (link === undefined) return;
  const next = { ArrowRight: links[at + 1], ArrowLeft: links[at - 1], Home: links[0], End: links.at(-1) }[event.key];
  const path = link.dataset.path ?? "";
  if (next !== undefined) next.focus();
  else if (event.key === "Delete" && !pinned.includes(path)) {
    (links[at + 1] ?? links[at - 1])?.focus();
    close(path);
  } else return;
  event.preventDefault();
}

/** A wheel has one direction, and the bar the other. */
function scrollSideways({ currentTarget, deltaX, deltaY }: WheelEvent): void {
  if (deltaX === 0) currentTarget.scrollLeft += deltaY;
}
