import { fieldsOfPredicate } from "../../shared/domain/predicate.ts";
import type { Entity, FieldType, Module, Registry } from "../../shared/registry/model.ts";

/** What the schema is made of. Without modules there is nothing to cover. */
export type SchemaSource = Pick<Registry, "entities"> & Partial<Pick<Registry, "modules">>;

/** Types narrow enough to be carried by an index for the sake of a filter. */
const NARROW: readonly FieldType[] = ["int", "bool", "date", "datetime", "enum", "money", "price", "quantity", "rate"];
/** Texts that are searched in every row of a shop: carried too where they are short, since reading the rows costs ten times as much. */
const SHORT_TEXT = 100;
/** PostgreSQL allows 32 columns in an index, keys included, and 2700 bytes in an entry. */
const MOST = { narrow: 20, texts: 4 };

/** What an entity's list indexes carry. */
export interface Cover {
  /** Sums, conditions and narrow filters: for every list. */
  readonly narrow: readonly string[];
  /** Searched texts: for the shop's list only; a supplier has few rows. */
  readonly texts: readonly string[];
}

export const NO_COVER: Cover = { narrow: [], texts: [] };

/**
 * Entity to the stored fields that its modules count, sum and filter all rows by. An index that carries them answers "how
 * many, and what sum" without touching the rows.
 */
export function coversOf({ entities, modules = {} }: SchemaSource): Map<string, Cover> {
  const found = new Map<string, { narrow: Set<string>; texts: Set<string> }>();
  for (const module of Object.values(modules)) {
    const entity = entities[module.entity];
    if (!entity || entity.view !== null || module.footer === null) continue;
    const cover = found.get(entity.name) ?? { narrow: new Set<string>(), texts: new Set<string>() };
    const filters = module.filters.map(({ field }) => field);
    const isNarrow = (name: string) => NARROW.includes(entity.fields[name]?.type ?? "text");
    const isShort = (name: string) => (entity.fields[name]?.length ?? SHORT_TEXT + 1) <= SHORT_TEXT;
    addStored(cover.narrow, entity, [...summedFields(module), ...conditionFields(module, entity), ...filters.filter(isNarrow)]);
    const searched = filters.filter((name) => !isNarrow(name) && isShort(name));
    addStored(cover.texts, entity, searched);
    found.set(entity.name, cover);
  }
  // In a fixed order: a module that moves in the menu makes no other index.
  const first = (names: ReadonlySet<string>, most: number) => [...names].sort().slice(0, most);
  return new Map(
    [...found].map(([name, { narrow, texts }]) => [name, { narrow: first(narrow, MOST.narrow), texts: first(texts, MOST.texts) }]),
  );
}

function addStored(to: Set<string>, entity: Entity, names: readonly string[]): void {
  for (const name of names) if (entity.fields[name]?.computed === null) to.add(name);
}

function summedFields({ footer }: Module): string[] {
  return footer?.sums.flatMap(({ field, ratio }) => ratio ?? [field]) ?? [];
}

function conditionFields(module: Module, { visibleTo }: Entity): string[] {
  return [module.where, visibleTo.shop, visibleTo.supplier].flatMap((condition) =>
    condition === null ? [] : fieldsOfPredicate(condition),
  );
}
