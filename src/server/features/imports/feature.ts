import type { Feature } from "../../http/feature.ts";
import { getPage } from "../../http/module.ts";
import { forgetImports } from "./forget-imports.ts";
import { IMPORT_CALLS } from "./import-calls.ts";
import { IMPORT_JOB, importJob } from "./import-job.ts";
import { IMPORT_MIGRATIONS } from "./import-tables.ts";
import { UNDO_JOB, undoJob } from "./undo-job.ts";

/** Files that are brought in: read, tried, written by a job, and undone as a whole (docs/decisions/110). */
export const imports: Feature = {
  name: "imports",
  overrides: { imports: {} },
  jobs: { [IMPORT_JOB]: importJob, [UNDO_JOB]: undoJob },
  rows: { imports: getPage },
  calls: IMPORT_CALLS,
  migrations: IMPORT_MIGRATIONS,
  maintain: forgetImports,
};
