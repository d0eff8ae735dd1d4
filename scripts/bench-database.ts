import pg from "pg";
import { cpuOf } from "./bench-portal.ts";

/** A database of a bench's own. */
export interface BenchDatabase {
  /** Its address. */
  readonly href: string;
  /** CPU of the processes behind its connections, in ms, as they were when it was asked last; 0 where the database is on another machine. */
  cpu(): Promise<number>;
  /** Drops it, whoever is still in it; one that somebody else has made stays. */
  drop(): Promise<void>;
}

/** Makes a database at DATABASE_URL, whose user may create databases. Throws where DATABASE_URL is not set. `figure`: what is measured in it. */
export async function makeBenchDatabase(figure: string): Promise<BenchDatabase> {
  const base = process.env.DATABASE_URL;
  if (base === undefined) throw new Error("DATABASE_URL is not set: a PostgreSQL whose user may create databases");
  const name = `bench_${figure}_${process.pid}`;
  const url = new URL(base);
  url.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const drop = async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  return { href: url.href, cpu: cpuOfDatabase(admin, name), drop };
}

/** One that is there. */
export async function benchDatabase(href: string): Promise<BenchDatabase> {
  const client = new pg.Client({ connectionString: href });
  await client.connect();
  const name = new URL(href).pathname.slice(1);
  return { href, cpu: cpuOfDatabase(client, name), drop: () => client.end() };
}

function cpuOfDatabase(client: pg.Client, name: string): () => Promise<number> {
  /** By process: one that has ended since has still worked. */
  const seen = new Map<number, number>();
  return async () => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
      [name],
    );
    for (const { pid } of rows) seen.set(pid, cpuOf(pid));
    return [...seen.values()].reduce((sum, ms) => sum + ms, 0);
  };
}
