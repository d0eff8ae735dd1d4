import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { addressOf, databaseUrl, openPostgres, temporaryFolder } from "../db/fixtures/test-database.ts";

it.skipIf(databaseUrl === undefined)(
  "npm run seed writes the demo into an empty database, and as many rows more as it is told",
  async () => {
    const database = await openPostgres();
    const env = {
      ...process.env,
      DATABASE_URL: addressOf(database),
      ALLOW_OWNER: "1",
      DATA_DIR: temporaryFolder(),
      DEMO_PASSWORD: "demo-seed-1",
    };
    const child = spawn(join(process.cwd(), "node_modules/.bin/tsx"), ["scripts/seed.ts", "--rows", "Balance=300"], { env });
    let out = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (out += part));
    const [code] = await once(child, "close");
    expect(code, out).toBe(0);
    expect(out).toContain("demo-seed-1");
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from balance`.execute(database.kysely);
    expect(rows[0]?.count).toBeGreaterThan(300);
  },
);
