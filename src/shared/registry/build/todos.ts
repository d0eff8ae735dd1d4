import { comparisonOf, type Predicate } from "../language.ts";
import type { Action, Entity, FieldType, News, Todo, TodoFilter, TodoValue } from "../model.ts";
import type { Place } from "../place.ts";
import type { WholeModule } from "../whole-types.ts";
import { indexPart } from "./field.ts";

const USUAL_RANK = 50;

/** What waits for somebody on the page. */
export function buildTodos(raw: WholeModule, actions: readonly Action[]): Todo[] {
  return (raw.todos ?? []).map(
    ({ title, action = null, audience, when, where, tone = "warning", rank = USUAL_RANK, unfinished = false }) => ({
      title,
      action,
      audience: audience ?? actions.find(({ name }) => name === action)?.audience ?? raw.audience,
      when: (when ?? null) as Predicate | null,
      filters: listFilters(where as Predicate),
      tone,
      rank,
      isUnfinished: unfinished,
    }),
  );
}

/** A condition as the filters of a list, which it is. */
export function listFilters(where: Predicate): TodoFilter[] {
  return inPairs(conditionParts(where).map(({ condition }) => asListFilter(condition) ?? unfit()));
}

/** The conditions that all hold, one by one; their places where the whole one's is told. */
export function conditionParts(condition: Predicate, at?: Place): { readonly condition: Predicate; readonly at: Place | undefined }[] {
  if (!("all" in condition)) return [{ condition, at }];
  return condition.all.flatMap((part, index) => conditionParts(part, at?.in("all", index)));
}

/** A condition as a filter of a list; null: no list is filtered like that. */
export function asListFilter(condition: Predicate): TodoFilter | null {
  const compared = comparisonOf(condition);
  if (compared) {
    const [field, value] = compared.comparison;
    const isPlain = typeof value !== "object" || "today" in value;
    return isPlain ? { field, operator: compared.operator, value } : null;
  }
  if ("in" in condition) return { field: condition.in[0], operator: "in", value: condition.in[1] };
  if ("nin" in condition) return { field: condition.nin[0], operator: "nin", value: condition.nin[1] };
  if ("set" in condition) return { field: condition.set, operator: "nnull", value: null };
  if ("not" in condition && "set" in condition.not) return { field: condition.not.set, operator: "null", value: null };
  return null;
}

/** From and to of one field are one filter, as the list's own. */
function inPairs(filters: readonly TodoFilter[]): TodoFilter[] {
  return filters.flatMap((filter): TodoFilter[] => {
    const other = (operator: string) => filters.find((each) => each.field === filter.field && each.operator === operator);
    const [from, to] = [other("gte"), other("lte")];
    if (!from || !to || (filter !== from && filter !== to)) return [filter];
    return filter === from ? [{ field: filter.field, operator: "between", value: [from.value as TodoValue, to.value as TodoValue] }] : [];
  });
}

function unfit(): never {
  throw new Error("a condition that is no filter of a list: the checks must have refused it");
}

/** What of the page's rows is news; null: nothing. */
export function buildNews({ news: raw, audience: sides }: Pick<WholeModule, "news" | "audience">, { fields }: Entity): News | null {
  if (!raw) return null;
  const { key, title, else: empty, audience = sides, sort, read = null, help = null, picture = null, where } = raw;
  const order = sort.map(indexPart);
  const ofType = (...types: readonly FieldType[]) => order.find(({ field }) => fields[field] && types.includes(fields[field].type))?.field;
  const [time, pinned = null] = [ofType("date", "datetime"), ofType("bool")];
  if (time === undefined) throw new Error(`the order of news ${key} names no day: the checks must have refused it`);
  return { key, title, empty, audience, sort: order, time, pinned, read, help, picture, where: (where ?? null) as Predicate | null };
}
