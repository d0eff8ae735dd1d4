import { join } from "node:path";

/**
 * Programs that tests start in processes of their own. They are built once for a run (tests/global-setup.ts): from its sources each start
 * would load a TypeScript loader first, one to three seconds of work. This server, unlike what is shipped, has the points at which a test
 * ends it (src/server/features/payments/bank/fault-point.ts).
 */
export const PROGRAMS = {
  server: "src/main.ts",
  "vouch-registry": "src/server/vouch-registry.ts",
  "sandbox-bank": "scripts/sandbox-bank.ts",
  "hold-database": "tests/server/db/fixtures/hold-database.ts",
  "write-rows": "tests/server/db/fixtures/write-rows.ts",
  "draw-numbers": "tests/server/db/fixtures/draw-numbers.ts",
  "crash-step": "tests/server/models/data/crash-step.ts",
  "power-cut": "tests/server/faults/fixtures/power-cut.ts",
  "work-on-jobs": "tests/server/money/fixtures/work-on-jobs.ts",
} as const;

/** The built file of a program. */
export const programFile = (name: keyof typeof PROGRAMS): string => join(process.env.TEST_THREADS ?? "", `${name}.js`);
