import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const LIBRARY = fileURLToPath(new URL("../fixtures/registry-library", import.meta.url));
const MINIMAL = fileURLToPath(new URL("../fixtures/registry-minimal", import.meta.url));

/** What the small registry names of its own hand-written code: the program has none of it, so the copy goes without. */
const HAND_WRITTEN: readonly (readonly [file: string, text: string, instead: string])[] = [
  ["modules.json", '"features": ["desk"]', '"features": []'],
  ["schemas/modules/system/desk.json", '"page": "advice",', ""],
  ["schemas/entities/bill.json", ', "effects": [{ "named": "settle-orders" }]', ""],
];

/** A copy of the small registry on disk, to be edited. */
export interface TemporaryRegistry {
  readonly dir: string;
  write(file: string, content: string | Uint8Array): void;
  remove(): void;
}

export function temporaryRegistry(): TemporaryRegistry {
  const copy = copyOf(MINIMAL);
  for (const [file, text, instead] of HAND_WRITTEN) {
    copy.write(file, readFileSync(path.join(copy.dir, file), "utf8").replace(text, instead));
  }
  return copy;
}

/** A copy of the lending library, which the program could start with. */
export function temporaryLibrary(): TemporaryRegistry {
  return copyOf(LIBRARY);
}

function copyOf(registry: string): TemporaryRegistry {
  const dir = mkdtempSync(path.join(tmpdir(), "registry-"));
  cpSync(registry, dir, { recursive: true });
  return {
    dir,
    write: (file, content) => writeFileSync(path.join(dir, file), content),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
