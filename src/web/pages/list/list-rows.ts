import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import type { ScreenColumn, ScreenModel } from "../../../shared/protocol/screen.ts";
import type { RowLink } from "../../kinds/columns/table-columns.tsx";
import { linkField } from "./row-parts.ts";
import type { ListState } from "./use-list.ts";
import type { Selection } from "./use-selection.ts";

/** What rows are drawn of, as a table or as cards. */
export interface RowsProps {
  readonly screen: ScreenModel;
  readonly list: ListState;
  /** null: nothing can be done with several rows, so none can be ticked. */
  readonly selection: Selection | null;
  /** Ticked is all that the filter leaves, whatever of it is there. */
  readonly isAllMeant?: boolean;
  readonly onClearFilters: () => void;
}

/** How a row of the list leads to its document. */
export function useRowLink(screen: ScreenModel, columns: readonly ScreenColumn[] = screen.columns): RowLink {
  const { pathname, search } = useLocation();
  const { path } = screen;
  const field = linkField(screen, columns);
  return useMemo(
    () => ({ field, pathOf: (id: string) => `${path}/show/${encodeURIComponent(id)}`, from: pathname + search }),
    [field, path, pathname, search],
  );
}
