import type { Operator } from "../../protocol/list.ts";
import type { RawNews, RawTodoFilter } from "../generated/raw.ts";
import type { Predicate } from "../language.ts";
import type { Action, Entity, News, Todo, TodoValue } from "../model.ts";
import type { WholeModule } from "../whole-types.ts";
import { fieldOf } from "./columns.ts";
import { asFilter } from "./filters.ts";
import { TYPE_DEFAULTS } from "./type-defaults.ts";

const USUAL_RANK = 50;

/** What waits for somebody on the page. */
export function buildTodos(raw: WholeModule, entity: Entity, actions: readonly Action[]): Todo[] {
  return (raw.todos ?? []).map(
    ({ title, action = null, audience, when, filters, tone = "warning", rank = USUAL_RANK, unfinished = false }) => ({
      title,
      action,
      audience: audience ?? actions.find(({ name }) => name === action)?.audience ?? raw.audience,
      when: (when ?? null) as Predicate | null,
      filters: filters.map((filter) => ({
        field: filter.field,
        operator: todoOperator(raw, filter, fieldOf(entity, filter.field).type),
        value: (filter.value ?? null) as TodoValue | readonly TodoValue[] | null,
      })),
      tone,
      rank,
      isUnfinished: unfinished,
    }),
  );
}

/** Its own operator, else that of the page's filter, so that the filter bar shows it; else the type's usual one. */
export function todoOperator(
  { filters = [] }: Pick<WholeModule, "filters">,
  { field, operator }: RawTodoFilter,
  type: keyof typeof TYPE_DEFAULTS,
): Operator {
  const own = filters.map(asFilter).find((filter) => filter.field === field);
  return operator ?? own?.operator ?? TYPE_DEFAULTS[type].filter?.operator ?? "eq";
}

/** What of the page's rows is news; null: nothing. */
export function buildNews(raw: RawNews | undefined): News | null {
  if (!raw) return null;
  const { as, time, isread, pinned = null, note = null, picture = null, where } = raw;
  return { as, time, isread, pinned, note, picture, where: (where ?? null) as Predicate | null };
}
