import { knownLayout } from "../../../shared/domain/list-layout.ts";
import { type FilterNode, WAITS } from "../../../shared/protocol/list.ts";
import type { ViewState } from "../../../shared/protocol/own-list.ts";
import type { QueryContext } from "../../query/context.ts";
import { isGrouping, sortsOf } from "../../query/parse-list-request.ts";
import { readableOf } from "../../query/readable.ts";
import { entityOf } from "../project-columns.ts";
import type { OwnPage } from "./own-page.ts";

/** What of a saved view its reader may see: of what somebody else's rights, or another day's module, had, the rest is left out. */
export function knownView(
  ctx: QueryContext,
  { module, screen }: OwnPage,
  state: ViewState,
): { readonly state: ViewState; readonly isCut: boolean } {
  const readable = readableOf(ctx, module, entityOf(ctx.registry, module.entity));
  const sorts = sortsOf(module, readable);
  const columns = new Set(screen.columns.map(({ field }) => field));
  const known: ViewState = {
    layout: state.layout === null ? null : knownLayout(state.layout, columns),
    // guard key as state.filters: tests/server/app/own-views.test.ts
    filters: knownNodes(state.filters, (field) => field === WAITS || readable.find(field) !== undefined),
    sort: state.sort.filter(({ field }) => sorts.has(field)),
    group: state.group !== null && columns.has(state.group) && isGrouping(module, readable, state.group) ? state.group : null,
    pageSize: state.pageSize,
  };
  const isCut = JSON.stringify([known.filters, known.sort, known.group]) !== JSON.stringify([state.filters, state.sort, state.group]);
  return { state: known, isCut };
}

function knownNodes(nodes: readonly FilterNode[], isKnown: (field: string) => boolean): FilterNode[] {
  return nodes.flatMap((node): FilterNode[] => {
    if ("field" in node) return isKnown(node.field) ? [node] : [];
    const value = knownNodes(node.value, isKnown);
    return value.length === 0 ? [] : [{ operator: node.operator, value }];
  });
}
