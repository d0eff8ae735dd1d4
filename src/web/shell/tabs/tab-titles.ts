import type { MenuEntry } from "../../../shared/protocol/screen.ts";
import { HOME_PATH, type OpenTab } from "./tabs-state.ts";

/** Pages that are no module. */
const TITLES: Readonly<Record<string, string>> = { [HOME_PATH]: "首页", "/404": "页面不存在", "/UpdatePassWord": "修改密码" };

/** What a tab is called: as its page says, or as the menu does. */
export function titleOf({ path, label }: Pick<OpenTab, "path" | "label">, pages: readonly MenuEntry[]): string {
  if (label !== null) return label;
  const around = pages.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  // A page may lie below another one: the nearest is meant.
  const [page] = around.toSorted((a, b) => b.path.length - a.path.length);
  if (page === undefined) return TITLES[path] ?? path;
  return `${page.title}${suffixOf(path.slice(page.path.length))}`;
}

function suffixOf(rest: string): string {
  if (rest.includes("/show/")) return " 详情";
  if (rest === "/create") return " 新增";
  return rest.endsWith("/edit") ? " 编辑" : "";
}
