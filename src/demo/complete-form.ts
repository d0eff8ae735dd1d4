import { LINE_NUMBER } from "../server/base/technical.ts";
import type { Work } from "../server/engine/effects/effect.ts";
import { resolvePlaces } from "../server/engine/save/complete-draft.ts";
import { fromHead } from "../server/engine/save/draft.ts";
import { completeRow } from "../server/engine/values/complete-row.ts";
import { fillOf, isChoice, refUseOf } from "../server/query/ref-rows.ts";
import { daysSet } from "../server/query/site-settings.ts";
import { formFieldOf, initialCell } from "../server/screens/form-field.ts";
import { type Cell, cellFromLiteral, type Row } from "../shared/domain/cell.ts";
import { deriveForm } from "../shared/domain/form/derive-form.ts";
import type { FormCells, LineRows } from "../shared/domain/form/form-cells.ts";
import { problemsOf } from "../shared/domain/form/problems-of.ts";
import { isSet, type PredicateEnv, settlePredicate } from "../shared/domain/predicate.ts";
import { remembered } from "../shared/domain/remembered.ts";
import type { FormSpec } from "../shared/protocol/form.ts";
import type { Entity, Registry } from "../shared/registry/model.ts";
import { entityIn, type ShopWorld } from "./world.ts";

/** A document as saving a form with these values would leave it; throws with all that is wrong with it. */
export async function completeForm(world: ShopWorld, entity: Entity, work: Work, values: Row, lines: LineRows): Promise<FormCells> {
  const head = await filled(world, entity, work, values);
  const tables = Object.keys(lines).map((name) => entityIn(world, name));
  const tableRows: Record<string, readonly Filled[]> = {};
  for (const table of tables) {
    const rows = (lines[table.name] ?? []).map((row, index) => ({
      ...row,
      ...fromHead(head.row, entity, table),
      [LINE_NUMBER]: index + 1,
    }));
    tableRows[table.name] = await Promise.all(rows.map((row) => filled(world, table, work, row)));
  }
  const part = (of: keyof Filled) =>
    Object.fromEntries(Object.entries(tableRows).map(([name, rows]) => [name, rows.map((row) => row[of])]));
  const spec = specOf(entity, tables, work);
  const derived = deriveForm(spec, head.row, part("row"), { head: head.fill, lines: part("fill") }, work.env.today);
  const problems = problemsOf(spec, derived.head, derived.lines, work.env.today);
  if (problems.length > 0) throw new Error(`seed: ${world.plan.id} ${entity.name}: ${problems.map(({ message }) => message).join("；")}`);
  return derived;
}

/** A row with initial and proposed values, and what its refs and places give to derived fields. */
interface Filled {
  readonly row: Row;
  readonly fill: Row;
}

async function filled(world: ShopWorld, entity: Entity, work: Work, values: Row): Promise<Filled> {
  const opening: Record<string, Cell> = {};
  for (const field of Object.values(entity.fields)) {
    if (field.computed === null && field.type !== "id")
      opening[field.name] = initialCell(field, work.env, work.now, daysSet(world.registry));
  }
  for (const { field, initial } of Object.values(entity.machines)) {
    const state = entity.fields[field];
    if (state) opening[field] = cellFromLiteral(state, initial);
  }
  const typed: Row = { ...opening, ...values };
  const fill = await fillsOf(world, entity, work, typed);
  const proposed = Object.values(entity.fields).filter(({ name, prefill }) => prefill !== null && !(name in values) && name in fill);
  const places = resolvePlaces(entity, null, { ...typed, ...Object.fromEntries(proposed.map(({ name }) => [name, fill[name] ?? null])) });
  return { row: places.row, fill: { ...fill, ...places.fill } };
}

/** How the fields of an entity name rows of others. */
const usesOf = remembered(({ entities }: Registry) =>
  remembered((entity: Entity) => {
    const stored = Object.values(entity.fields).filter(({ computed }) => computed === null);
    return stored.flatMap((field) => refUseOf({ entities }, entity, field) ?? []);
  }),
);

/** What the rows give that its refs name; each must be one that may be chosen. */
async function fillsOf(world: ShopWorld, entity: Entity, work: Work, row: Row): Promise<Row> {
  const { registry, store } = world;
  const fill: Record<string, Cell> = {};
  for (const use of usesOf(registry)(entity)) {
    const { field } = use;
    const value = row[field.name] ?? null;
    if (!isSet(value)) continue;
    const [found] = await store.find(use.target, { [use.ref.key]: value });
    // Who has only registered for biddings has a code, but no supplier's file.
    if (!found && field.name === entity.supplierField && value === work.env.actor.PROV_ID) continue;
    if (!found) throw new Error(`seed: ${entity.name}.${field.name}: no ${use.target.name} ${String(value)}`);
    const target = await completeRow({ store, registry, env: work.env }, use.target, found, use.needed);
    if (!field.isReadonly && !isChoice(use, target, (name) => row[name] ?? null, work.env)) {
      throw new Error(`seed: ${entity.name}.${field.name}: ${use.target.name} ${String(value)} may not be chosen`);
    }
    Object.assign(fill, fillOf(use, target));
  }
  return fill;
}

/** The form of an entity with all of its fields. */
function specOf(entity: Entity, tables: readonly Entity[], { env }: Work): FormSpec {
  const settled = entity.save.rules.map((rule) => ({
    ...rule,
    when: rule.when === null ? null : settlePredicate(rule.when, env),
    require: settlePredicate(rule.require, env),
  }));
  return {
    sections: [],
    fields: fieldsOf(entity, env),
    lines: tables.map((table) => ({ entity: table.name, title: "", columns: [], fields: fieldsOf(table, env), sums: [], sourceVia: null })),
    rules: settled,
  };
}

/** Fields in which nothing depends on who works when. What follows of them is worked out once for each such object. */
const known = new WeakMap<Entity, FormSpec["fields"]>();

function fieldsOf(of: Entity, env: PredicateEnv): FormSpec["fields"] {
  const found = known.get(of);
  if (found) return found;
  const given = of.head === null ? [] : [of.head.field, of.supplierField];
  const stored = Object.values(of.fields).filter(({ computed, type }) => computed === null && type !== "id");
  const forms = stored.map((field) => {
    const isWritable = !field.isReadonly && !field.isState && !given.includes(field.name);
    return formFieldOf(field, { isWritable, initial: null, env });
  });
  const made = Object.fromEntries(forms.map((field) => [field.name, field]));
  // What is as it was declared was settled for nobody in particular.
  if (stored.every(({ name, derived }) => made[name]?.derived === derived)) known.set(of, made);
  return made;
}
