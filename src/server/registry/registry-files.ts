import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { RawFile } from "../../shared/registry/place.ts";
import type { Problem } from "../../shared/registry/problem.ts";

/** Folders of a registry directory, below schemas; never schemas/meta: the language is the program's, not the registry's. */
const FOLDERS = ["shared", "entities", "modules", "prints", "overlays"];
const MENU = "modules.json";
/** Throws on anything else, as GBK of an old editor: Chinese texts would silently become question marks. */
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Whether a path, relative to the registry directory, is one of its files or a folder on the way to them. */
export function isRegistryPath(name: string): boolean {
  if (name === "" || name === MENU || name === "schemas") return true;
  return FOLDERS.some((folder) => name === `schemas/${folder}` || name.startsWith(`schemas/${folder}/`));
}

/** The files of a registry directory. What cannot be read is a problem, never an exception. */
export function loadFiles(dir: string): { readonly files: RawFile[]; readonly problems: Problem[] } {
  const files: RawFile[] = [];
  const problems: Problem[] = [];
  if (!existsSync(dir))
    return { files, problems: [{ file: dir, line: 1, column: 1, pointer: "", message: "the directory is missing", rule: "known-file" }] };
  const attempt = (name: string, read: () => void) => {
    try {
      read();
    } catch (error) {
      problems.push(unreadable(name, error));
    }
  };
  const readFile = (name: string) => attempt(name, () => files.push({ path: name, text: textOf(path.join(dir, name)) }));
  readFile(MENU);
  for (const folder of FOLDERS) {
    const name = `schemas/${folder}`;
    findFiles(dir, name, attempt, readFile);
  }
  return { files, problems };
}

/** More than any file of people's making; reading it would hold up the server. */
const LARGEST = 2_000_000;

/** What stands in a file; throws where it is none that could be read in a moment. */
function textOf(file: string): string {
  const info = statSync(file);
  if (info.isDirectory()) throw new ReadError("EISDIR");
  // A pipe would be waited for without end.
  if (!info.isFile()) throw new ReadError("ENOFILE");
  if (info.size > LARGEST) throw new ReadError("EFBIG");
  return UTF8.decode(readFileSync(file));
}

class ReadError extends Error {
  constructor(readonly code: keyof typeof READ_ERRORS) {
    super(code);
  }
}

/** Does something with a path, and tells what was thrown. */
type Attempt = (name: string, work: () => void) => void;

/**
 * Every JSON file below a folder, in a fixed order; none where the folder is missing. Links are followed as what they lead to: files
 * that several registries share lie in one place. `above` are the folders on the way down, as they are called without links.
 */
function findFiles(dir: string, folder: string, attempt: Attempt, found: (name: string) => void, above: readonly string[] = []): void {
  attempt(folder, () => {
    const here = path.join(dir, folder);
    if (!existsSync(here) && !isLink(here)) return;
    const real = realpathSync(here);
    if (above.some((each) => `${each}${path.sep}`.startsWith(`${real}${path.sep}`))) throw new ReadError("ELOOP");
    for (const entry of readdirSync(here, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = `${folder}/${entry.name}`;
      // A folder that is called like a file is read like one, and told.
      if (entry.name.endsWith(".json") && !entry.name.startsWith(".")) found(name);
      else if (entry.isDirectory()) findFiles(dir, name, attempt, found, [...above, real]);
      // Editors mark what they have open by hidden links that lead nowhere.
      else if (entry.isSymbolicLink() && !entry.name.startsWith("."))
        attempt(name, () => {
          if (statSync(path.join(dir, name)).isDirectory()) findFiles(dir, name, attempt, found, [...above, real]);
        });
    }
  });
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function unreadable(file: string, error: unknown): Problem {
  const known: Readonly<Record<string, string>> = READ_ERRORS;
  const reason = known[codeOf(error)] ?? `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  return { file, line: 1, column: 1, pointer: "", message: reason, rule: "readable-file" };
}

const READ_ERRORS = {
  ENOENT: "the file is missing",
  EACCES: "cannot be read: no permission",
  EISDIR: "is a folder, but should be a file",
  ENOTDIR: "is a file, but should be a folder",
  ENOFILE: "is no ordinary file",
  EFBIG: `is too large: at most ${LARGEST / 1_000_000} MB`,
  ELOOP: "is a link that leads back to itself",
  ERR_ENCODING_INVALID_ENCODED_DATA: "is not UTF-8: save it in that encoding",
} as const;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
