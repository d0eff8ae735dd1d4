import type { Node } from "jsonc-parser";
import type { Problem } from "./problem.ts";

/*
 * Long on purpose: what a place is and each way to come by one, behind one interface that every check holds on to.
 */

/** A file as it was read. */
export interface RawFile {
  /** Relative to the registry directory, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A file with the place of everything in it. After a syntax error `root` holds what could be made out. */
export interface ParsedFile extends RawFile {
  readonly root: Node | null;
  readonly value: unknown;
}

export type Path = readonly (string | number)[];

/** A value somewhere in a file: what a check holds on to, so that a problem can say where. */
export interface Place {
  readonly file: string;
  /** The place of a value below this one; it need not exist. */
  in(...path: Path): Place;
  /** The same place, whose problems are of the property's name rather than its value. */
  onKey(): Place;
  /** Where in which file the value, or the property's name, itself is written; null: nowhere, as what an archetype says. */
  spot(): Spot | null;
  /** A problem of the value here; where there is none, of the nearest value around it. */
  problem(message: string, hint?: string): Problem;
}

/** A piece of a file's text. */
export interface Spot {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  /** What stands there. */
  readonly value: unknown;
}

/** The place of a value in a file. */
export function placeIn(file: ParsedFile, path: Path = []): Place {
  return new FilePlace((below) => ({ file, path: below }), path, false);
}

/** The place of a value of a file that was put together: `locate` says where in the file the author wrote what stands at a path. */
export function movedPlace(file: ParsedFile, locate: (path: Path) => Path): Place {
  return new FilePlace((path) => ({ file, path: locate(path) }), [], false);
}

/** Where a part of something put together of several files is written, and those of its parts that are written elsewhere. */
export interface Origin {
  readonly at: Place;
  readonly parts?: ReadonlyMap<string, Origin>;
}

/** The place of something put together of several files. */
export function composedPlace(origin: Origin): Place {
  return new ComposedPlace(origin);
}

class ComposedPlace implements Place {
  constructor(private readonly origin: Origin) {}

  get file(): string {
    return this.origin.at.file;
  }

  in(...path: Path): Place {
    let inner: Origin = this.origin;
    for (const [index, part] of path.entries()) {
      const next = inner.parts?.get(String(part));
      if (next === undefined) return inner.at.in(...path.slice(index));
      inner = next;
    }
    return new ComposedPlace(inner);
  }

  onKey(): Place {
    return this.origin.at.onKey();
  }

  spot(): Spot | null {
    return this.origin.at.spot();
  }

  problem(message: string, hint?: string): Problem {
    return this.origin.at.problem(message, hint);
  }
}

/** A place whose problems arise only as this profile's overlays patch what is there. */
export function inProfile(place: Place, profile: string): Place {
  return new ProfilePlace(place, profile);
}

class ProfilePlace implements Place {
  constructor(
    private readonly place: Place,
    private readonly profile: string,
  ) {}

  get file(): string {
    return this.place.file;
  }

  in(...path: Path): Place {
    return new ProfilePlace(this.place.in(...path), this.profile);
  }

  onKey(): Place {
    return new ProfilePlace(this.place.onKey(), this.profile);
  }

  spot(): Spot | null {
    return this.place.spot();
  }

  problem(message: string, hint?: string): Problem {
    return { ...this.place.problem(message, hint), profile: this.profile };
  }
}

/** The file and the path in it that a path means. */
type Locate = (path: Path) => { readonly file: ParsedFile; readonly path: Path };

/** A class, because the checks make tens of thousands of places and ask few of them anything. */
class FilePlace implements Place {
  constructor(
    private readonly locate: Locate,
    private readonly path: Path,
    private readonly isOnKey: boolean,
  ) {}

  get file(): string {
    return this.locate(this.path).file.path;
  }

  in(...path: Path): Place {
    return new FilePlace(this.locate, [...this.path, ...path], false);
  }

  onKey(): Place {
    return new FilePlace(this.locate, this.path, true);
  }

  spot(): Spot | null {
    const { file, path } = this.locate(this.path);
    const { node, key, isWhole } = findNode(file.root, path);
    const found = this.isOnKey ? key : node;
    return isWhole && found ? { file: file.path, offset: found.offset, length: found.length, value: found.value } : null;
  }

  problem(message: string, hint?: string): Problem {
    const { file, path } = this.locate(this.path);
    const { node, key } = findNode(file.root, path);
    const offset = ((this.isOnKey ? key : null) ?? node)?.offset ?? 0;
    return {
      file: file.path,
      ...positionOf(file.text, offset),
      pointer: pointerOf(path),
      message,
      ...(hint === undefined ? {} : { hint }),
    };
  }
}

/** Line and column (both from 1) of an offset. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const starts = lineStarts(text);
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** Problems come file by file, and a large file may have many. */
let latest: { readonly text: string; readonly starts: readonly number[] } = { text: "", starts: [0] };

function lineStarts(text: string): readonly number[] {
  if (latest.text !== text) latest = { text, starts: [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)] };
  return latest.starts;
}

function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The deepest node along the path, the node of its property name, and whether the path was walked to its end. */
function findNode(root: Node | null, path: Path): { node: Node | null; key: Node | null; isWhole: boolean } {
  let node = root;
  let key: Node | null = null;
  for (const part of path) {
    const children = node?.children ?? [];
    // Array indexes may come as texts, from ajv's pointers.
    const property = node?.type === "object" ? children.findLast((child) => child.children?.[0]?.value === String(part)) : undefined;
    const next = node?.type === "array" ? children[Number(part)] : property?.children?.[1];
    if (!next) return { node, key, isWhole: false };
    key = property?.children?.[0] ?? null;
    node = next;
  }
  return { node, key, isWhole: true };
}
