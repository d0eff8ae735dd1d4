import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const MINIMAL = fileURLToPath(new URL("../fixtures/registry-minimal", import.meta.url));

/** A copy of the small registry on disk, to be edited. */
export interface TemporaryRegistry {
  readonly dir: string;
  write(file: string, text: string): void;
  remove(): void;
}

export function temporaryRegistry(): TemporaryRegistry {
  const dir = mkdtempSync(path.join(tmpdir(), "registry-"));
  cpSync(MINIMAL, dir, { recursive: true });
  return {
    dir,
    write: (file, text) => writeFileSync(path.join(dir, file), text),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
