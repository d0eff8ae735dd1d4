import { statements } from "../../features/settlement/statements.ts";
import type { Job } from "./job.ts";
import type { JobName } from "./job-names.ts";

const KNOWN: Readonly<Record<JobName, Job>> = { statements };

/** A job by its name. */
export function jobOf(name: string): Job {
  const found = Object.hasOwn(KNOWN, name) ? KNOWN[name as JobName] : undefined;
  if (!found) throw new Error(`no job ${name}: the registry must have refused it`);
  return found;
}
