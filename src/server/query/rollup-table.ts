import { createHash } from "node:crypto";
import { fieldsOfCalc } from "../../shared/domain/calc.ts";
import { remembered } from "../../shared/domain/remembered.ts";
import type { Dict, Entity, Field } from "../../shared/registry/model.ts";
import { sqlTypeOf } from "./sql-type.ts";

/** The table in which a declared rollup is kept (docs/decisions/126). */
export interface RollupTable {
  /** It tells what the rollup consists of: a changed one is another table. */
  readonly name: string;
  /** Of eight digits; what else belongs to the rollup is named by it. */
  readonly hash: string;
  readonly entity: Entity;
  /** In the order of the key: SHOP_ID comes first, and the shard last. */
  readonly by: readonly Field[];
  readonly sums: readonly Field[];
}

/** The number of rows, and whose writing it is: a transaction writes into its own shard, and readers add up. */
export const ROWS = "_rows";
export const SHARD = "_shard";
/** Fields begin with a letter, so that none can be meant by it. */
export const sumColumn = (field: string): string => `_sum_${field}`;

/** What the names of all of them begin with. */
export const ROLLUP_TABLES = "_rollup__";

/** Another number makes all of them anew: for a change of what is kept, or how. */
const FORM = 1;
const LONGEST_NAME = 63;

/** The rollups of an entity, those with the fewest groups first. */
export const rollupTablesOf = remembered((entity: Entity): readonly RollupTable[] => {
  const made = entity.view === null ? entity.rollups.map(({ by, sums }) => tableOf(entity, by, sums)) : [];
  return made.sort((a, b) => groupsOf(a) - groupsOf(b));
});

/** All of a model. */
export function allRollups({ entities }: { readonly entities: Dict<Entity> }): RollupTable[] {
  return Object.values(entities).flatMap(rollupTablesOf);
}

function tableOf(entity: Entity, names: readonly string[], summed: readonly string[]): RollupTable {
  const [by, sums] = [names, summed].map((list) => list.map((name) => fieldOf(entity, name)));
  if (by === undefined || sums === undefined) throw new Error("a rollup has groups and sums");
  // A supplier's groups, and those of some days, stand side by side.
  const first = ({ name, type }: Field) => (name === entity.supplierField ? 0 : type === "date" ? 1 : 2);
  by.sort((a, b) => first(a) - first(b));
  const said = [FORM, entity.table, by.map(({ name }) => formOf(entity, name)), sums.map(({ name }) => formOf(entity, name))];
  const hash = createHash("sha256").update(JSON.stringify(said)).digest("hex").slice(0, 8);
  const room = LONGEST_NAME - ROLLUP_TABLES.length - hash.length - 2;
  return { name: `${ROLLUP_TABLES}${entity.table.slice(0, room)}__${hash}`, hash, entity, by, sums };
}

function fieldOf({ name: entity, fields }: Entity, name: string): Field {
  const field = fields[name];
  if (field === undefined) throw new Error(`${entity} has no field ${name}: the registry must have refused it`);
  return field;
}

/** What a value is made of: its column, or the calculation with its columns. */
export function formOf(entity: Entity, name: string): unknown {
  const field = fieldOf(entity, name);
  const calc = field.computed?.kind === "calc" ? fieldsOfCalc(field.computed.calc) : [];
  const inputs = calc.map((input) => formOf(entity, input));
  return [field.name, field.type, sqlTypeOf(field), field.computed, inputs];
}

const DAYS = 1000;
const OTHERS = 500;

/** How many groups there may be: enough to tell which rollup is the smaller one. A name stands beside the code of whose it is. */
function groupsOf({ entity, by }: RollupTable): number {
  const sizes = by.map(({ name, type, values, derived }) => {
    if (type === "bool") return 2;
    if (type === "enum") return values.length + 1;
    return type === "date" ? DAYS : type === "string" && derived !== null && name !== entity.supplierField ? 1 : OTHERS;
  });
  return sizes.reduce((all, size) => all * size, 1);
}
