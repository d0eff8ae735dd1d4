import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { RawFile } from "../../shared/registry/place.ts";

/** Beside the built program, and of that very program; from its sources it runs without one. */
const SEAL = new URL("valid-registry", import.meta.url);

/** Whether these are the files that were found valid when this program was built (docs/decisions/125). */
export function isVouched(files: readonly RawFile[]): boolean {
  try {
    return readFileSync(SEAL, "utf8") === sealOf(files);
  } catch {
    return false;
  }
}

/** From now on this program takes these files for valid. */
export function vouch(files: readonly RawFile[]): void {
  writeFileSync(SEAL, sealOf(files));
}

/** Unlike the version of a model this is not to be met by other files, whoever makes them. */
function sealOf(files: readonly RawFile[]): string {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify(sorted.map(({ path, text }) => [path, text])))
    .digest("hex");
}
