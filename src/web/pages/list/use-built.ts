import { baseOf } from "../../../shared/domain/list/list-look.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { BUILT, builtText, isBuilt } from "./built-filter.ts";
import { useFilters } from "./Filters.tsx";
import type { ListState } from "./use-list.ts";

/** The quick filters of a list, with what was built beside them: it stays while they are used, has a chip, and goes with all of them. */
export function useBarWithBuilt(screen: ScreenModel, list: ListState) {
  const built = list.filters.filter(isBuilt);
  const bar = useFilters(
    screen.filters,
    { filters: list.filters, search: (next) => list.search([...next, ...built]) },
    screen.columns,
    screen.waiting.length > 0,
  );
  const chips = built.map((one) => ({ key: BUILT, title: "高级条件", text: builtText(one, screen.columns) }));
  return {
    ...bar,
    chips: [...bar.chips, ...chips],
    remove: (key: string) => (key === BUILT ? list.search(list.filters.filter((one) => !isBuilt(one))) : bar.remove(key)),
    reset: () => list.search([...baseOf(screen, null).filters]),
    clear: () => list.search([]),
  };
}
