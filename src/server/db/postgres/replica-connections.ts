import { Kysely } from "kysely";
import type { Db, Tables } from "../driver/handle.ts";
import { PoolDialect } from "../driver/pool-dialect.ts";
import type { Wall } from "../driver/tenant-driver.ts";
import { type Login, poolOf, READING_CONNECTIONS, READING_SETTINGS } from "./login-pool.ts";

/** Where a copy is, and how it is read from. */
export interface ReplicaAddress {
  readonly url: string;
  readonly poolSize: number;
  readonly wall: Wall;
  readonly log: (line: string) => void;
}

const VARIABLE = "DATABASE_READ_URL";
/** Whoever it is: nothing is written there by mistake. */
const READS_ONLY: Readonly<Record<string, string>> = { default_transaction_read_only: "on" };

/** Connections to a copy, opened when they are needed. */
export interface Connections {
  readonly short: Db;
  readonly long: Db;
  /** One that is never waited for. */
  readonly looking: Login;
  end(): Promise<void>;
}

/** Throws a StartupError where the URL is none. */
export function connectionsOf({ url, poolSize, wall, log }: ReplicaAddress): Connections {
  const open = (max: number, settings: Readonly<Record<string, string>> = {}) => poolOf(VARIABLE, url, max, { ...settings, ...READS_ONLY });
  const [short, long, looking] = [open(poolSize), open(READING_CONNECTIONS, READING_SETTINGS), open(1)];
  const handleOf = ({ pool }: Login): Db => new Kysely<Tables>({ dialect: new PoolDialect(pool, log, { wall }) });
  looking.pool.on("error", () => undefined); // it says so when it is asked next
  return {
    short: handleOf(short),
    long: handleOf(long),
    looking,
    end: async () => void (await Promise.all([short, long, looking].map(({ pool }) => pool.end()))),
  };
}
