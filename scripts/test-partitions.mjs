/**
 * `npm run test:partitions`: the tests of lists and money, with the six tables that become largest in 16 parts by shop (docs/decisions/132), on a real PostgreSQL
 * (DATABASE_URL). TEST_PARTITIONS counts instead of 16.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
if ((process.env.DATABASE_URL ?? "") === "") {
  console.error("test:partitions needs a PostgreSQL: set DATABASE_URL, e.g. postgres://user:password@127.0.0.1:5432/scm");
  process.exit(2);
}
const tests = ["query", "tables", "money", "payments", "flows", "rights", "app/recorded-calls", "app/search", "app/home", "app/exports"];
const args = ["run", ...tests.map((each) => `tests/server/${each}`), ...process.argv.slice(2)];
const { status } = spawnSync(join(root, "node_modules/.bin/vitest"), args, {
  cwd: root,
  stdio: "inherit",
  env: { TEST_PARTITIONS: "16", ...process.env },
});
process.exitCode = status ?? 1;
