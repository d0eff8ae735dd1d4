import type { MenuProps } from "antd";
import type { Tabs } from "./use-tabs.ts";

/** The menu of one tab. What would close nothing is not offered. */
export function tabMenu({ tabs, pinned, close, closeOthers, closeAll }: Tabs, path: string): MenuProps {
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
