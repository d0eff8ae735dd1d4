import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import type { FeatureCode } from "../../shared/registry/code.ts";
import { deepFreeze } from "../../shared/registry/dict.ts";
import { linkCode } from "../../shared/registry/link-code.ts";
import type { Registry } from "../../shared/registry/model.ts";
import type { RawFile } from "../../shared/registry/place.ts";
import type { Model } from "./load-registry.ts";

/** Beside the built program, and of that very program; from its sources it runs without them. */
const SEAL = new URL("valid-registry", import.meta.url);
const REGISTRY = new URL("valid-registry.bin", import.meta.url);

/** A registry without the code that its files name. */
interface Kept {
  readonly plain: Omit<Registry, "code">;
  /** Dictionaries without prototype, which do not survive being written as such. */
  readonly dicts: readonly object[];
}

/** What these files say, if they are those that were found valid when this program was built (docs/decisions/125); null: they are others. */
export function vouchedRegistry(files: readonly RawFile[], features: readonly FeatureCode[]): Registry | null {
  try {
    return isVouched(files) ? opened(readFileSync(REGISTRY), features) : null;
  } catch {
    return null;
  }
}

/** Whether these files are those. */
export function isVouched(files: readonly RawFile[]): boolean {
  try {
    return readFileSync(SEAL, "utf8") === sealOf(files);
  } catch {
    return false;
  }
}

/** From now on this program takes these files for valid, and for what it has made of them. */
export function vouch({ registry, files }: Model): void {
  writeFileSync(REGISTRY, closed(registry));
  writeFileSync(SEAL, sealOf(files));
}

/** A registry as bytes. */
export function closed({ code: _code, ...plain }: Registry): Buffer {
  return serialize({ plain, dicts: dictsIn(plain) } satisfies Kept);
}

/** The registry that such bytes are of: the same, as an object is the same. */
export function opened(bytes: Uint8Array, features: readonly FeatureCode[]): Registry {
  const { plain, dicts } = deserialize(bytes) as Kept;
  for (const dict of dicts) Object.setPrototypeOf(dict, null);
  return linkCode(deepFreeze(plain), features);
}

function dictsIn(value: unknown, seen = new Set<object>()): object[] {
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  const inner = Object.values(value).flatMap((each) => dictsIn(each, seen));
  return Object.getPrototypeOf(value) === null ? [value, ...inner] : inner;
}

/** Unlike the version of a model this is not to be met by other files, whoever makes them. */
function sealOf(files: readonly RawFile[]): string {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify(sorted.map(({ path, text }) => [path, text])))
    .digest("hex");
}
