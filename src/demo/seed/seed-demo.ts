import { setFlagsFromString } from "node:v8";
import { sql } from "kysely";
import { StartupError } from "../../server/base/startup-error.ts";
import type { Db } from "../../server/db/driver/database.ts";
import { MemoryDatabase } from "../../server/engine/store/memory-store.ts";
import { entityOf } from "../../server/engine/values/names.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { RowWriter, writeObjects } from "../write-rows.ts";
import { seedRows } from "./seed-rows.ts";

const MARK = "seeded";
/** Any number will do, as long as every process of this program uses the same. */
const LOCK = 7_350_002;

export interface SeedOptions {
  /** The day everything is built around, `yyyy-MM-dd`. */
  readonly anchor: string;
  /** argon2id hash of every demo account's password. */
  readonly passwordHash: string;
  /** Multiplies orders, goods and stock; 1 unless told otherwise. */
  readonly scale?: number;
  readonly log: (line: string) => void;
  /** What else is made of the demo. */
  readonly beside?: (memory: MemoryDatabase) => Beside;
  /** Further work in the same transaction: all of it is there afterwards, or nothing. */
  readonly finish?: (trx: Db) => Promise<void>;
}

/** What is made of the demo while its rows are made and written. */
export interface Beside {
  /** More rows are made: none of them changes any more. */
  readonly more: () => void;
  /** All are made: ends when whatever is made of them is there. */
  readonly end: () => Promise<void>;
  /** Whatever has happened: nothing is made any more. */
  readonly close: () => Promise<void>;
}

/**
 * Fills an empty database with the demo (docs/decisions/60), all or nothing. The same anchor and scale give the same rows.
 * Where another process was faster, nothing is written. Throws where the database holds something else.
 */
export async function seedDemo(db: Db, registry: Registry, options: SeedOptions): Promise<{ rows: number }> {
  const { anchor, passwordHash, scale = 1, log, beside, finish } = options;
  const started = performance.now();
  if (await isSeeded(db)) return { rows: 0 };
  const written = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    if (await isSeeded(trx)) return { rows: 0 };
    await refuseFilled(trx, registry);
    // Made by whoever holds the lock: of several servers that start at once the others wait, and make nothing.
    log("首次启动：生成演示数据，十来秒 / first start: making the demo data, ten seconds or so");
    const memory = new MemoryDatabase();
    const writer = new RowWriter(trx, registry, memory);
    const others = beside?.(memory);
    // A shop is written while the next one is made.
    const begins = (shop: string, number: number, of: number) => log(`  ${number}/${of} ${shop}`);
    const made = () => {
      writer.write();
      others?.more();
    };
    const work = async () => {
      await seedRows(registry, anchor, scale, { database: memory, begins, made });
      log("  写入数据库 / writing it to the database");
      await others?.end();
    };
    const rows = await compilingLittle(() => writer.during(work)).finally(() => others?.close());
    const users = memory.table(entityOf(registry, "User")).all();
    const credentials = users.map((user) => ({ USER_ID: user.USER_ID, hash: passwordHash }));
    await writeObjects(trx, "_credential", ["USER_ID", "hash"], credentials);
    await trx.insertInto("_meta").values({ key: MARK, value: anchor }).execute();
    await finish?.(trx);
    return { rows };
  });
  if (written.rows > 0) log(`demo data: ${written.rows} rows around ${anchor} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return written;
}

/** How much of a function the engine of the language runs, in bytes, before it compiles it once more, as well as it can: by itself, and here. */
const [USUAL, LATE] = [67_584, 500_000];

/** Does what is done once, for seconds: a tenth of the processor went into functions that had hardly begun to be quick when the demo was there (docs/decisions/137). */
async function compilingLittle<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString(`--interrupt-budget=${LATE}`);
  try {
    return await work();
  } finally {
    setFlagsFromString(`--interrupt-budget=${USUAL}`);
  }
}

/** Whether the demo has been written into this database. */
export async function isSeeded(db: Db): Promise<boolean> {
  return (await db.selectFrom("_meta").select("key").where("key", "=", MARK).executeTakeFirst()) !== undefined;
}

async function refuseFilled(trx: Db, registry: Registry): Promise<void> {
  const shop = await trx.selectFrom(entityOf(registry, "Shop").table).select("Id").limit(1).executeTakeFirst();
  if (shop) throw new StartupError("DEMO: the database already holds shops; demo data needs an empty one");
}
