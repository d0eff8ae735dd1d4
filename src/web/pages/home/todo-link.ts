import type { HomeTodo } from "../../../shared/protocol/home.ts";
import { writeListState } from "../../data/list-state.ts";

/** The list with just the rows that were counted; its initial filters do not come on top. */
export function todoLink({ path, filters }: Pick<HomeTodo, "path" | "filters">): string {
  return `${path}?${writeListState({ filters })}`;
}
