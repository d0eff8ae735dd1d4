import { randomBytes } from "node:crypto";
import { cpSync } from "node:fs";
import pg from "pg";

export type Engine = "embedded" | "postgres";

/** Where a demo of this run lies: a data folder, and on PostgreSQL a database. */
export interface DemoTemplate {
  readonly dataDir: string;
  readonly database: string | null;
}

/** A test file's own copy of the demo. */
export interface DemoCopy {
  /** Undefined where the data folder holds the database, too. */
  readonly databaseUrl: string | undefined;
  readonly drop: () => Promise<void>;
}

/** Name of the variable by which the processes of a run learn of the templates. */
export const TEMPLATES = "E2E_DEMOS";

/** Copies the demo of this run (global-setup.ts made it) into a data folder and, on PostgreSQL, into a database of its own. */
export async function copyDemo(engine: Engine, dataDir: string): Promise<DemoCopy> {
  const template = (JSON.parse(process.env[TEMPLATES] ?? "{}") as Partial<Record<Engine, DemoTemplate>>)[engine];
  if (template === undefined) throw new Error(`no demo on ${engine}`);
  cpSync(template.dataDir, dataDir, { recursive: true });
  if (template.database === null) return { databaseUrl: undefined, drop: async () => undefined };
  const name = databaseName();
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template.database} STRATEGY FILE_COPY`);
  return { databaseUrl: urlOf(name), drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

export const databaseName = (): string => `e2e_${randomBytes(6).toString("hex")}`;

/** The same server, another database. */
export function urlOf(database: string): string {
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.pathname = `/${database}`;
  return url.href;
}

/** One statement on the database of DATABASE_URL. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
