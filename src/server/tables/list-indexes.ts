import { fieldsOfPredicate } from "../../shared/domain/predicate.ts";
import type { Predicate } from "../../shared/registry/language.ts";
import { comparedWithin } from "../../shared/registry/lists/compared.ts";
import { isGrowing, isNameColumn } from "../../shared/registry/lists/growing.ts";
import type { Entity, FieldType, IndexPart, Module, Registry } from "../../shared/registry/model.ts";
import { KEY, SHOP } from "../base/technical.ts";
import { inputsOf } from "../query/computed-kinds.ts";

/** What the schema is made of. Without modules there are no lists. */
export type SchemaSource = Pick<Registry, "entities"> & Partial<Pick<Registry, "modules">>;

/** An index that lists of an entity are read by (docs/decisions/123). SHOP_ID comes before its parts. */
export interface ListIndex {
  readonly parts: readonly IndexPart[];
  /** Stored fields that it carries, so that "how many, and what sum" is answered without touching the rows. */
  readonly carried: readonly string[];
  /** Of which rows it is; left out: of all. */
  readonly where?: Predicate;
}

/** Types that take eight bytes or less: what an index carries beside its key. */
const NARROW: readonly FieldType[] = ["int", "bool", "date", "datetime", "enum", "money", "price", "quantity", "rate"];
/** PostgreSQL allows 32 columns in an index; each that is carried makes all of them wider. */
const MOST_CARRIED = 16;
/** An entry of an index holds 2,700 bytes, and a character takes up to four. */
const LONGEST_KEY = 600;
/** States whose indexes carry what is summed; the rows of a further one are found by its index and read. */
const MOST_OF_STATES = 3;

/**
 * The indexes of each entity that grows, one for each purpose: by the days that it is asked by, by each state, by supplier, by the names on it, and
 * by each column that a list is sorted by. Each is narrow, so that the planner prefers it to reading the rows.
 */
export function listIndexesOf({ entities, modules = {} }: SchemaSource): Map<string, readonly ListIndex[]> {
  const lists = new Map<string, Module[]>();
  for (const module of Object.values(modules)) lists.set(module.entity, [...(lists.get(module.entity) ?? []), module]);
  const growing = Object.values(entities).filter((entity) => isGrowing({ entities, modules }, entity));
  const parts = Object.values(entities).flatMap(({ view }) => view?.parts ?? []);
  return new Map(
    growing.map((entity) => {
      const own = lists.get(entity.name) ?? [];
      const fixed = [...own, ...parts.filter(({ of }) => of === entity.name)].flatMap(({ where }) => where ?? []);
      return [entity.name, [...indexesFor({ entities }, entity, own), ...fixed.flatMap((where) => indexOfFew(entity, where))]];
    }),
  );
}

/** Of rows that a page, or a part of a view, shows because two of their fields do not agree. */
function indexOfFew({ fields }: Entity, where: Predicate): readonly ListIndex[] {
  const compared = comparedWithin(where, (name) => {
    const computed = fields[name]?.computed;
    return computed?.kind === "calc" ? computed.calc : computed === null ? null : undefined;
  });
  return compared.length === 0 ? [] : [{ parts: [{ field: KEY, descending: true }], carried: [], where: { all: compared } }];
}

function indexesFor({ entities }: Pick<Registry, "entities">, entity: Entity, modules: readonly Module[]): readonly ListIndex[] {
  const carried = carriedBy(entity, modules);
  const isSeen = modules.some(({ audience }) => audience.includes("supplier"));
  const asked = [...new Set(modules.flatMap(({ filters }) => filters.map(({ field }) => field)))].flatMap((name) =>
    storedField(entity, name),
  );
  const isOf = (...types: readonly FieldType[]) => asked.filter(({ type }) => types.includes(type)).map(({ name }) => name);
  const states = [...new Set([...isOf("enum"), ...modules.flatMap((module) => fixedState(module, entity, isOf("enum")))])];
  const names = asked.filter((field) => isNameColumn(entities, entity, field)).map(({ name }) => name);
  const sorted = modules.flatMap((module) => sortedBy(module)).filter((name) => storedField(entity, name).length > 0 && name !== KEY);
  const unique = new Set(entity.unique.flatMap(([first, ...others]) => (others.length === 0 && first !== undefined ? [first] : [])));
  const made: ListIndex[] = [
    ...openedBy(modules).map((name) => listIndex(name, true, carried)),
    ...states.map((name, at) => listIndex(name, false, at < MOST_OF_STATES ? carried : [])),
    ...(entity.supplierField === null || !isSeen ? [] : [listIndex(entity.supplierField, false, carried)]),
    ...names.map((name) => listIndex(name, true, carried)),
    ...isOf("date", "datetime").map((name) => listIndex(name, true, [])),
    // A number that no two rows share is an order already.
    ...sorted.filter((name) => !unique.has(name) && isKeyable(entity, name)).map((name) => listIndex(name, true, [])),
  ];
  return made.filter(({ parts: [first] }, at) => made.findIndex(({ parts: [other] }) => other?.field === first?.field) === at);
}

/** Sorted the other way round, within equal values the newest come first all the same: then each group of equal ones is sorted by itself. */
function listIndex(field: string, descending: boolean, carried: readonly string[]): ListIndex {
  return {
    parts: [
      { field, descending },
      { field: KEY, descending: true },
    ],
    carried,
  };
}

/** What lists sum, open with and narrow down by, and what to-dos of theirs ask: for the answer without the rows. */
function carriedBy(entity: Entity, modules: readonly Module[]): readonly string[] {
  const sums = modules.flatMap(({ footer }) => footer?.sums.flatMap(({ field, ratio }) => ratio ?? [field]) ?? []);
  const conditions = [...modules.map(({ where }) => where), entity.visibleTo.shop, entity.visibleTo.supplier];
  const decided = conditions.flatMap((condition) => (condition === null ? [] : fieldsOfPredicate(condition)));
  const filtered = modules.flatMap(({ filters }) => filters.map(({ field }) => field));
  const waiting = modules.flatMap(({ todos }) => todos.flatMap(({ filters }) => filters.map(({ field }) => field)));
  const stored = [...sums, ...decided, ...filtered, ...waiting].flatMap((name) => storedInputs(entity, name));
  // By the supplier's code, too, its file is asked, e.g. whether it still trades.
  const isNarrow = (name: string) => NARROW.includes(entity.fields[name]?.type ?? "text") || name === entity.supplierField;
  const narrow = stored.filter((name) => name !== KEY && name !== SHOP && isNarrow(name));
  // What comes first is summed; in a fixed order, so that a module that moves in the menu makes no other index.
  return [...new Set(narrow)].slice(0, MOST_CARRIED).sort();
}

/** The stored fields of its row that a field is made of, and by which it asks others. */
export function storedInputs(entity: Entity, name: string, open: ReadonlySet<string> = new Set()): readonly string[] {
  const field = entity.fields[name];
  if (field === undefined || open.has(name)) return [];
  if (field.computed === null) return [name];
  return inputsOf(field, { entity }).flatMap((input) => storedInputs(entity, input, new Set([...open, name])));
}

/** The days that a list opens with the latest of, else those that it is asked by first. */
function openedBy(modules: readonly Module[]): readonly string[] {
  return [...new Set(modules.flatMap(({ filters }) => filters.filter(({ initial }) => initial !== null).map(({ field }) => field)))];
}

/** The columns that a table can be sorted by, and its order as it opens. What else may be asked by name nobody clicks on. */
function sortedBy({ columns, defaultSort }: Module): readonly string[] {
  return [...columns.filter(({ sortable }) => sortable).map(({ field }) => field), ...defaultSort.map(({ field }) => field)];
}

/** The state by which a page has rows of its own, unless it fixes one that lists are asked by. */
function fixedState({ where }: Module, entity: Entity, asked: readonly string[]): readonly string[] {
  const fixed = where === null ? [] : equalFields(where);
  const states = fixed.filter((name) => storedField(entity, name).some(({ type }) => type === "enum"));
  return states.some((name) => asked.includes(name)) ? [] : states.slice(0, 1);
}

/** What a fixed condition of a page says the value of. */
function equalFields(condition: NonNullable<Module["where"]>): readonly string[] {
  if ("all" in condition) return condition.all.flatMap(equalFields);
  return "eq" in condition || "in" in condition ? fieldsOfPredicate(condition) : [];
}

const storedField = ({ fields }: Entity, name: string) => {
  const field = fields[name];
  return field === undefined || field.computed !== null ? [] : [field];
};

function isKeyable({ fields }: Entity, name: string): boolean {
  const field = fields[name];
  return field !== undefined && (NARROW.includes(field.type) || (field.length ?? LONGEST_KEY + 1) <= LONGEST_KEY);
}
