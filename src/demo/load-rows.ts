import type { CopiedTable } from "../server/db/driver/copy-rows.ts";
import type { Db } from "../server/db/driver/database.ts";
import { storedFields } from "../server/tables/tables-of.ts";
import { type Cell, cellToDb, type Row } from "../shared/domain/cell.ts";
import { addDays } from "../shared/domain/day.ts";
import type { Entity, Field } from "../shared/registry/model.ts";
import { Random } from "./random.ts";
import { writeTables } from "./write-rows.ts";

/** A supplier the demo brought: what rows of a load test belong to. */
export interface Owner {
  readonly SHOP_ID: string;
  readonly provid: string;
  readonly Provider: string;
}

export interface LoadOptions {
  readonly rows: number;
  /** The latest day of the rows' dates, `yyyy-MM-dd`. */
  readonly anchor: string;
  readonly onProgress: (written: number) => void;
}

const CHUNK = 10_000;
const DAYS = 365;
const HANDFUL = 10;
const MOST: Readonly<Partial<Record<Field["type"], number>>> = {
  money: 10_000_000,
  price: 10_000_000,
  quantity: 1_000_000,
  rate: 200_000,
  int: 100,
};

/**
 * Adds many plausible rows to one entity for load tests, spread over every shop and supplier of the demo, streamed in chunks.
 * They are no documents: states are drawn, not reached, and they have no lines.
 */
export async function loadRows(db: Db, entity: Entity, { rows, anchor, onProgress }: LoadOptions): Promise<void> {
  const owners = (await db.selectFrom("provider").select(["SHOP_ID", "provid", "Provider"]).orderBy("Id").execute()) as unknown as Owner[];
  const [{ last = "0" } = {}] = (await db
    .selectFrom(entity.table)
    .select((row) => row.fn.max("Id").as("last"))
    .execute()) as { last?: string | null }[];
  const chunks = drawnChunks(entity, { owners, anchor, rows, last: Number(last ?? 0), chunk: CHUNK });
  let written = 0;
  for (const { names, values } of chunks) {
    await writeTables(db, [{ table: entity.table, columns: names, rows: values }]);
    written += values.length;
    onProgress(written);
  }
}

/** Rows as a table takes them. */
interface Chunk {
  readonly names: readonly string[];
  readonly values: CopiedTable["rows"];
}

/** The rows of {@link loadRows}, so many at a time: the same for the same `last`, which is the number of the last row that is there. */
export function* drawnChunks(
  entity: Entity,
  wanted: {
    readonly owners: readonly Owner[];
    readonly anchor: string;
    readonly rows: number;
    readonly last: number;
    readonly chunk: number;
  },
): Generator<Chunk> {
  const { owners, anchor, rows, last, chunk } = wanted;
  const fields = storedFields(entity).filter(({ type }) => type !== "id");
  const names = fields.map(({ name }) => name);
  const random = new Random(`load|${entity.name}|${last}`);
  for (let written = 0; written < rows; written += chunk) {
    const values = Array.from({ length: Math.min(chunk, rows - written) }, (_, at) => {
      const row = drawn(entity, fields, random, owners, last + written + at + 1, anchor);
      return names.map((name) => cellToDb(row[name] ?? null));
    });
    yield { names, values };
  }
}

function drawn(entity: Entity, fields: readonly Field[], random: Random, owners: readonly Owner[], n: number, anchor: string): Row {
  const owner = random.pick(owners);
  const combinations = [...entity.unique, ...entity.uniqueEverywhere];
  const day = addDays(anchor, -random.int(0, DAYS));
  const own: Record<string, Cell> = { SHOP_ID: owner.SHOP_ID, Provider: owner.Provider, rowver: 1 };
  if (entity.supplierField !== null) own[entity.supplierField] = owner.provid;
  return Object.fromEntries(
    fields.map((field) => {
      if (field.name in own) return [field.name, own[field.name] ?? null];
      if (field.name === entity.number?.field) return [field.name, `${entity.number.prefix}${day.replaceAll("-", "")}L${n}`];
      const told = toldApart(field, combinations, n);
      if (told !== null) return [field.name, told];
      return [field.name, cellFor(field, random, day)];
    }),
  );
}

/** What tells rows apart that may not be equal: the last of such fields that is no day. Those before have a handful of values, as stores have. */
function toldApart({ name, type }: Field, combinations: readonly (readonly string[])[], n: number): Cell {
  const combination = combinations.find((names) => names.includes(name));
  if (combination === undefined || type === "date") return null;
  const number = combination.at(-1) === name ? n : n % HANDFUL;
  return type === "int" ? number : `L${number}`;
}

function cellFor(field: Field, random: Random, day: string): Cell {
  const most = MOST[field.type];
  switch (field.type) {
    case "money":
    case "price":
    case "quantity":
    case "rate":
      return BigInt(random.int(0, most ?? 0));
    case "int":
      return random.int(0, most ?? 0);
    case "bool":
      return random.chance(10);
    case "date":
      return day;
    case "datetime":
      return `${day} ${String(random.int(8, 20)).padStart(2, "0")}:00:00`;
    case "enum":
      return random.pick(field.values).code;
    case "string":
      return random.chance(50) ? `${field.title}${random.int(1, 99)}` : null;
    default:
      return null;
  }
}
