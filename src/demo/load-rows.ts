import type { Db } from "../server/db/driver/database.ts";
import { storedFields } from "../server/tables/tables-of.ts";
import { type Cell, cellToDb, type Row } from "../shared/domain/cell.ts";
import { addDays } from "../shared/domain/day.ts";
import type { Entity, Field } from "../shared/registry/model.ts";
import { Random } from "./random.ts";
import { writeObjects } from "./write-rows.ts";

/** A supplier the demo brought: what rows of a load test belong to. */
interface Owner {
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

const CHUNK = 2_000;
const DAYS = 365;
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
  const fields = storedFields(entity).filter(({ type }) => type !== "id");
  const [{ last = "0" } = {}] = (await db
    .selectFrom(entity.table)
    .select((row) => row.fn.max("Id").as("last"))
    .execute()) as { last?: string | null }[];
  const random = new Random(`load|${entity.name}|${last}`);
  for (let written = 0; written < rows; ) {
    const first = Number(last ?? 0) + written;
    const count = Math.min(CHUNK, rows - written);
    const chunk = Array.from({ length: count }, (_, index) => drawn(entity, fields, random, owners, first + index + 1, anchor));
    const names = fields.map(({ name }) => name);
    await writeObjects(
      db,
      entity.table,
      names,
      chunk.map((row) => Object.fromEntries(names.map((name) => [name, cellToDb(row[name] ?? null)]))),
    );
    written += count;
    onProgress(written);
  }
}

function drawn(entity: Entity, fields: readonly Field[], random: Random, owners: readonly Owner[], n: number, anchor: string): Row {
  const owner = random.pick(owners);
  const isUnique = (name: string) => [...entity.unique, ...entity.uniqueEverywhere].some((combination) => combination.includes(name));
  const day = addDays(anchor, -random.int(0, DAYS));
  const own: Record<string, Cell> = { SHOP_ID: owner.SHOP_ID, Provider: owner.Provider, rowver: 1 };
  if (entity.supplierField !== null) own[entity.supplierField] = owner.provid;
  return Object.fromEntries(
    fields.map((field) => {
      if (field.name in own) return [field.name, own[field.name] ?? null];
      if (field.name === entity.number?.field) return [field.name, `${entity.number.prefix}${day.replaceAll("-", "")}L${n}`];
      if (isUnique(field.name)) return [field.name, field.type === "int" ? n : `L${n}`];
      return [field.name, cellFor(field, random, day)];
    }),
  );
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
