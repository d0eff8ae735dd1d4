/**
 * `npm run check:lockfile`: holds package-lock.json against the advisories kept in scripts/lockfile/advisories.json, without a network,
 * and tells where packages come from elsewhere than the registry, have no hash, run scripts or differ from package.json. What is
 * accepted stands with its reason in scripts/lockfile/accepted.json. Exit code: 0 nothing found, 1 something.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Accepted, Snapshot } from "./lockfile/advisories.ts";
import { lockfileFindings } from "./lockfile/findings.ts";
import { runCommand } from "./run-command.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** Tells all findings, and what the snapshot is worth; returns the exit code. */
export function checkLockfileCommand(): number {
  const snapshot = JSON.parse(read("scripts/lockfile/advisories.json")) as Snapshot;
  const accepted = JSON.parse(read("scripts/lockfile/accepted.json")) as Accepted[];
  const today = new Date().toISOString().slice(0, 10);
  const files = { lock: read("package-lock.json"), manifest: read("package.json") };
  const { findings, warnings, locked } = lockfileFindings({ ...files, snapshot, accepted, today });
  for (const finding of findings) console.error(finding);
  for (const warning of warnings) console.error(`warning: ${warning}`);
  const { taken, until, advisories } = snapshot;
  console.log(
    `${locked} locked packages, ${advisories.length} advisories of ${taken} (sources up to ${until}): ${findings.length} findings`,
  );
  if (accepted.length > 0) console.log(`accepted: ${accepted.map(({ id, package: name }) => `${name} ${id}`).join(", ")}`);
  return findings.length > 0 ? 1 : 0;
}

await runCommand(import.meta.url, checkLockfileCommand);
