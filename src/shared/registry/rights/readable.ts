import type { Audience, Entity, Field, Module, Stats, Sum } from "../model.ts";
import { audienceOf, fits, type Role } from "./audience.ts";

/** The fields one side may read on a module: the one list that every channel asks (docs/decisions/03). */
export interface Readable {
  readonly audience: Audience;
  /** By name, in the registry's order. */
  readonly fields: ReadonlyMap<string, Field>;
  /** A field by its name from the wire; upper and lower case do not matter where that is not ambiguous (docs/decisions/09). */
  find(name: string): Field | undefined;
  /** The module names the field, but not for this side, or hides it from this side: also no line shows it. */
  isHidden(name: string): boolean;
}

const made = new WeakMap<Module, Map<Audience, Readable>>();

/** What a role reads of a module. Kept: a built module never changes. */
export function readableBy(role: Pick<Role, "side" | "isMall">, module: Module, entity: Entity): Readable {
  const audience = readerOf(role, module);
  const known = made.get(module)?.get(audience);
  if (known) return known;
  const readable = makeReadable(module, entity, audience);
  made.set(module, (made.get(module) ?? new Map<Audience, Readable>()).set(audience, readable));
  return readable;
}

/** Mall users read as shop users where a page says nothing about malls. */
function readerOf(role: Pick<Role, "side" | "isMall">, module: Module): Audience {
  const own = audienceOf(role);
  return own === "mall" && !module.audience.includes("mall") ? "shop" : own;
}

function makeReadable(module: Module, entity: Entity, audience: Audience): Readable {
  const fields = new Map<string, Field>();
  const byLowerCase = new Map<string, Field | null>();
  for (const name of module.readable[audience]) {
    const field = entity.fields[name];
    if (!field) throw new Error(`module ${module.id} reads the unknown field ${name}: the registry must have refused it`);
    fields.set(name, field);
    byLowerCase.set(name.toLowerCase(), byLowerCase.has(name.toLowerCase()) ? null : field);
  }
  const named = new Set([...Object.values(module.readable).flat(), ...module.hidden[audience]]);
  return {
    audience,
    fields,
    find: (name) => fields.get(name) ?? byLowerCase.get(name.toLowerCase()) ?? undefined,
    isHidden: (name) => named.has(name) && !fields.has(name),
  };
}

/** The filters over the table that a role is offered. */
export function readableFilters({ filters }: Module, { fields }: Readable, role: Role): Module["filters"] {
  // guard key as filters: tests/server/app/projection.test.ts
  return filters.filter(({ field, audience }) => fields.has(field) && fits(audience, audienceOf(role)));
}

/** The footer's sums that this side may read, down to the parts of a ratio. */
export function readableSums({ footer }: Module, { audience: own, fields }: Readable): Sum[] {
  return (footer?.sums ?? [])
    .filter(({ audience }) => fits(audience, own))
    .filter(({ field, ratio }) => [field, ...(ratio ?? [])].every((name) => fields.has(name)));
}

/** The cards and charts that this side may read, in the order of the answer; null: the page has none. */
export function readableStats({ stats }: Module, { fields }: Readable): Stats | null {
  if (stats === null) return null;
  const isRead = ({ field }: { readonly field: string | null }) => field === null || fields.has(field);
  return {
    cards: stats.cards.filter(({ measure }) => isRead(measure)),
    charts: stats.charts.filter(({ by, measures, home }) => fields.has(by) && measures.every(isRead) && (home ?? []).every(isRead)),
  };
}

/** The columns of a table of lines that are not kept from this side. Who reads the head reads its lines. */
export function readableOfLines<T extends { readonly field: string }>(columns: readonly T[], { isHidden }: Readable): T[] {
  return columns.filter(({ field }) => !isHidden(field));
}
