import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import type { ScreenColumn, ScreenModel } from "../../../shared/protocol/screen.ts";
import type { RowLink } from "../../kinds/columns/table-columns.tsx";
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

/** How a row of the list leads to its document: by what names it, or, where the user has hidden that, by the first column. Rows that are sums over others have none: then no field leads anywhere. */
export function useRowLink({ columns: own, show, path }: ScreenModel, columns: readonly ScreenColumn[] = own): RowLink {
  const { pathname, search } = useLocation();
  const title = columns.find((column) => column.field === show.titleField) ?? columns[0];
  const field = show.sections.length > 0 ? title?.field : undefined;
  return useMemo(
    () => ({ field, pathOf: (id: string) => `${path}/show/${encodeURIComponent(id)}`, from: pathname + search }),
    [field, path, pathname, search],
  );
}
