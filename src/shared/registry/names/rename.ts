import type { CheckContext } from "../context.ts";
import type { Place, Spot } from "../place.ts";
import type { NameKind } from "../word.ts";
import { allNamesOf, type NameUse } from "./uses.ts";

/** A piece of a file and the text that takes its place. */
export interface Edit {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

export interface Renaming {
  /** By file, from front to back. */
  readonly edits: readonly Edit[];
  /** Uses that cannot be renamed alone: an archetype says them, or other entities share them, as they do a mixin's field. */
  readonly shared: readonly Place[];
}

/**
 * What must be written where for a thing to have another name; or for several of one kind and name, which may share a place. Nothing is
 * written, and whether the new name is free is not asked.
 */
export function rename(context: CheckContext, things: readonly [Thing, ...Thing[]], to: string): Renaming {
  const [{ kind, name }] = things;
  const meant = new Set(things.flatMap((thing) => whereUsed(context, thing)));
  const uses = [...meant];
  const others = whereUsed(context, { kind, name }).filter((use) => !meant.has(use));
  const strange = new Set(others.map(({ at }) => keyOf(at.spot())));
  const isShared = (key: string) => key === "" || strange.has(key);
  const places = groupBy(uses, ({ at }) => keyOf(at.spot()));
  return {
    edits: [...places]
      .flatMap(([key, group]) => (isShared(key) ? [] : editOf(group, to)))
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.offset - b.offset)),
    shared: [...places].flatMap(([key, group]) => (isShared(key) ? group.map(({ at }) => at) : [])),
  };
}

/** One text of a file with every use in it renamed, from the last to the first so that the others stay where they are. */
function editOf(uses: readonly NameUse[], to: string): Edit[] {
  const spot = uses[0]?.at.spot();
  if (!spot) return [];
  const names = new Map(uses.map(({ start, name }) => [start ?? 0, name.length]));
  const text = [...names].sort(([a], [b]) => b - a).reduce(splice(to), String(spot.value));
  const isNumber = typeof spot.value === "number" && /^-?\d+$/.test(text);
  return [{ file: spot.file, offset: spot.offset, length: spot.length, text: isNumber ? text : JSON.stringify(text) }];
}

const splice =
  (to: string) =>
  (text: string, [start, length]: readonly [number, number]) =>
    text.slice(0, start) + to + text.slice(start + length);

/** Empty: it stands in no file itself. */
function keyOf(spot: Spot | null): string {
  return spot ? `${spot.file}:${spot.offset}` : "";
}

function groupBy<T>(list: readonly T[], key: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) groups.set(key(each), [...(groups.get(key(each)) ?? []), each]);
  return groups;
}

/** A named thing. Fields, transitions and codes are an entity's, codes besides of one of its fields. */
export interface Thing {
  readonly kind: NameKind;
  readonly name: string;
  readonly entity?: string;
  readonly field?: string;
}

/** Kinds whose names besides name things of another kind: a button is named as the transition it runs. */
const ALSO: Readonly<Partial<Record<NameKind, readonly NameKind[]>>> = { transition: ["action"] };

/** Every use of a name and its declaration, those that a file gets from an archetype included; each place may come several times. */
export function whereUsed(context: CheckContext, { kind, name, entity, field }: Thing): NameUse[] {
  return [kind, ...(ALSO[kind] ?? [])]
    .flatMap((each) => allNamesOf(context, each))
    .filter((use) => use.name === name)
    .filter((use) => (entity === undefined || use.entity === entity) && (field === undefined || use.field === field));
}
