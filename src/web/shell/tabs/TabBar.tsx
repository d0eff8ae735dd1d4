import { CloseOutlined } from "@ant-design/icons";
import { Dropdown, type MenuProps } from "antd";
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState, type WheelEvent } from "react";
import { Link } from "react-router-dom";
import type { OpenTab } from "./tabs-state.ts";
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

const MIDDLE = 1;

/** One tab: a link to its page, and a button that closes it. */
function TabItem({ tab, tabs, drag }: { tab: OpenTab; tabs: Tabs; drag: TabDrag }) {
  const { path, isUnsaved } = tab;
  const item = useRef<HTMLLIElement>(null);
  const isActive = path === tabs.active;
  const isPinned = tabs.pinned.includes(path);
  const title = tabs.nameOf(tab);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isActive]);
  const onAuxClick = (event: MouseEvent) => {
    if (event.button !== MIDDLE) return;
    // Else the link would open in another window.
    event.preventDefault();
    if (!isPinned) tabs.close(path);
  };
  return (
    <Dropdown trigger={["contextMenu"]} autoFocus menu={tabMenu(tabs, path)} overlayClassName="tab-menu">
      <li
        ref={item}
        className="tab"
        data-active={isActive}
        data-drop={drag.sideOf(path)}
        data-testid={`tab-${path}`}
        onAuxClick={onAuxClick}
        draggable={!isPinned}
        onDragStart={(event: DragEvent) => drag.start(event, path)}
        onDragOver={(event: DragEvent) => drag.over(event, path)}
        onDrop={(event: DragEvent) => drag.drop(event)}
        onDragEnd={drag.end}
      >
        <Link
          to={path}
          title={title}
          draggable={false}
          tabIndex={isActive ? 0 : -1}
          data-path={path}
          {...(isActive && { "aria-current": "page" as const })}
        >
          {isUnsaved && <i className="tab-unsaved" role="img" aria-label="未保存" />}
          <span>{title}</span>
        </Link>
        {!isPinned && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`关闭 ${title}`}
            onClick={() => tabs.close(path)}
            data-testid={`tab-close-${path}`}
          >
            <CloseOutlined />
          </button>
        )}
      </li>
    </Dropdown>
  );
}

/** The menu of one tab. What would close nothing is not offered. */
function tabMenu({ tabs, pinned, close, closeOthers, closeAll }: Tabs, path: string): MenuProps {
  const closable = tabs.map((tab) => tab.path).filter((each) => !pinned.includes(each));
  return {
    items: [
      { key: "close", label: "关闭", disabled: pinned.includes(path), onClick: () => close(path) },
      { key: "others", label: "关闭其他", disabled: closable.every((each) => each === path), onClick: () => closeOthers(path) },
      { key: "all", label: "关闭所有", disabled: closable.length === 0, onClick: closeAll },
    ],
    // A click in the menu is none on the tab that it belongs to.
    onClick: ({ domEvent }) => domEvent.stopPropagation(),
  };
}

/** Tabs put in another order with the pointer. The pinned ones stay the first. */
function useTabDrag({ tabs, pinned, move }: Pick<Tabs, "tabs" | "pinned" | "move">) {
  /** What is dragged, and the tab whose place it would take. */
  const [drag, setDrag] = useState<{ readonly path: string; readonly to: string | null } | null>(null);
  const indexOf = (path: string) => tabs.findIndex((tab) => tab.path === path);
  return {
    start: (event: DragEvent, path: string) => {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", path);
      setDrag({ path, to: null });
    },
    over: (event: DragEvent, path: string) => {
      // Something else, e.g. a file, is not for us.
      if (drag === null || pinned.includes(path)) return;
      event.preventDefault();
      if (drag.to !== path) setDrag({ ...drag, to: path });
    },
    drop: (event: DragEvent) => {
      event.preventDefault();
      if (drag?.to) move(drag.path, drag.to);
      setDrag(null);
    },
    end: () => setDrag(null),
    /** On which side of a tab the dragged one would come to stand. */
    sideOf: (path: string): "before" | "after" | undefined => {
      if (drag === null || drag.to !== path || drag.path === path) return undefined;
      return indexOf(drag.path) < indexOf(path) ? "after" : "before";
    },
  };
}

type TabDrag = ReturnType<typeof useTabDrag>;
