import { OVERRIDE_KEYS } from "../../shared/protocol/override-keys.ts";
import { type BuildResult, buildRegistry } from "../../shared/registry/build-registry.ts";
import { sortProblems } from "../../shared/registry/problem.ts";
import { NAMED_EFFECTS } from "../engine/effects/named-effects.ts";
import { INQUIRIES } from "../engine/inquiries.ts";
import { JOBS } from "../engine/jobs/job-names.ts";
import { REMINDERS } from "../engine/reminders.ts";
import { loadFiles } from "./load-files.ts";

/** The registry of a directory as it is on disk now, or everything that is wrong with it. */
export function loadRegistry(dir: string): BuildResult {
  const { files, problems } = loadFiles(dir);
  if (files.length === 0) return { ok: false, problems };
  const result = buildRegistry(files, {
    namedEffects: NAMED_EFFECTS,
    overrides: OVERRIDE_KEYS,
    reminders: Object.keys(REMINDERS),
    inquiries: INQUIRIES,
    jobs: JOBS,
  });
  if (problems.length === 0) return result;
  return { ok: false, problems: sortProblems([...problems, ...(result.ok ? [] : result.problems)]) };
}
