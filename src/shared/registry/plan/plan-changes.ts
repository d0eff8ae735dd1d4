import { buildRegistry } from "../../build-registry.ts";
import { type BuildOptions, contextOf } from "../context.ts";
import type { Former, Registry } from "../model.ts";
import { type Edit, rename, type Thing } from "../names/rename.ts";
import { withoutMark } from "../parse.ts";
import type { RawFile } from "../place.ts";
import { readSources } from "../sources.ts";
import { withAdvice } from "./advice.ts";
import type { Change, ChangePlace } from "./change.ts";
import { diffModels } from "./diff-models.ts";

/** A model with the files that say it. */
interface Served {
  readonly registry: Registry;
  readonly files: readonly RawFile[];
}

/**
 * What a model means otherwise than the one that is served. What its files say was called otherwise before is followed: told as a
 * renaming, with all that names it, and compared under its new name (docs/decisions/68).
 *
 * @param undone what {@link undoing} says of the renamings that were served
 */
export function planChanges(served: Served, next: Registry, program: BuildOptions, undone: readonly Former[] = []): Change[] {
  const followed = followRenamings(served, next, program, undone);
  if (followed === null) return withAdvice(diffModels(served.registry, next), served.registry, next);
  return [...followed.renamings, ...withAdvice(diffModels(followed.followed, next), followed.followed, next)];
}

/** The served model as it would be had its files used the new names already; null: nothing is renamed, or nobody can tell how. */
export function followRenamings(
  served: Served,
  next: Registry,
  program: BuildOptions,
  undone: readonly Former[] = [],
): { readonly followed: Registry; readonly renamings: readonly Change[] } | null {
  const renamings = renamingsOf(served.registry, next, byKind([...next.former, ...undone]));
  const followed = renamings.length > 0 ? renamedModel(served.files, renamings, program) : null;
  return followed && { followed, renamings: renamings.map(changeOf) };
}

/** A thing of the served model, and what it is called from now on. */
interface Renaming extends Former {
  readonly from: string;
}

/** Of what had other names before, those that the served model has and the next one has no longer. */
function renamingsOf(was: Registry, next: Registry, former: readonly Former[]): Renaming[] {
  return former.flatMap((thing): Renaming[] => {
    const [before, after] = [names(was, former, thing), names(next, former, thing)];
    const from = thing.was.findLast((name) => before.has(name) && !after.has(name));
    return from === undefined || before.has(thing.name) || !after.has(thing.name) ? [] : [{ ...thing, from }];
  });
}

const KINDS: readonly Former["kind"][] = ["entity", "field", "code", "module"];

/** A field is looked for in an entity that has its new name already, a code in such a field. */
const byKind = (former: readonly Former[]) => [...former].sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));

/** What files that go back to the names before these changes need to be followed: the latest change first. */
export function undoing(changes: readonly Change[]): Former[] {
  return changes.flatMap(({ verb, at: { entity, field, code, module }, was, is }): Former[] => {
    if (verb !== "renamed") return [];
    const [name, now] = [String(was), [String(is)]];
    if (module !== undefined) return [{ kind: "module", name, was: now }];
    if (entity === undefined || field === undefined) return [{ kind: "entity", name, was: now }];
    return [code === undefined ? { kind: "field", entity, name, was: now } : { kind: "code", entity, field, name, was: now }];
  });
}

/** The names of the things beside a thing, in a model in which its entity and its field may have other names than in the next one. */
function names(model: Registry, former: readonly Former[], { kind, entity = "", field = "" }: Former): ReadonlySet<string> {
  const inModel = (of: "entity" | "field", name: string, has: (name: string) => boolean) => {
    const thing = former.find((each) => each.kind === of && each.name === name && (of === "entity" || each.entity === entity));
    return has(name) ? name : (thing?.was.findLast(has) ?? name);
  };
  if (kind === "entity") return new Set(Object.keys(model.entities));
  if (kind === "module") return new Set(model.groups.flatMap(({ modules }) => modules.map(({ id }) => String(id))));
  const fields = model.entities[inModel("entity", entity, (name) => model.entities[name] !== undefined)]?.fields ?? {};
  if (kind === "field") return new Set(Object.keys(fields));
  const values = fields[inModel("field", field, (name) => fields[name] !== undefined)]?.values ?? [];
  return new Set(values.map(({ code }) => String(code)));
}

/** The served files as they would be had they used the new names already; null: they cannot be brought to. */
function renamedModel(files: readonly RawFile[], renamings: readonly Renaming[], program: BuildOptions): Registry | null {
  let renamed = files;
  for (const group of groupsOf(renamings)) {
    const { context } = contextOf(readSources(renamed).sources, program);
    const [{ name }] = group;
    const { edits, shared } = rename(context, group.map(thingOf) as [Thing, ...Thing[]], name);
    if (shared.length > 0) return null;
    renamed = renamed.map((file) => ({ ...file, text: edited(file, edits) }));
  }
  const built = buildRegistry(renamed, program);
  return built.ok ? built.registry : null;
}

/** Those of one kind that change one name into one other: they may share the place that says it, as a list of codes. */
function groupsOf(renamings: readonly Renaming[]): [Renaming, ...Renaming[]][] {
  const groups = new Map<string, [Renaming, ...Renaming[]]>();
  for (const each of renamings) {
    const key = JSON.stringify([each.kind, each.from, each.name]);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}

const thingOf = ({ kind, from, entity, field }: Renaming): Thing => ({
  kind,
  name: from,
  ...(entity === undefined ? {} : { entity }),
  ...(field === undefined ? {} : { field }),
});

function edited({ path, text }: RawFile, edits: readonly Edit[]): string {
  const own = edits.filter(({ file }) => file === path).reverse();
  return own.reduce(
    (changed, { offset, length, text: piece }) => changed.slice(0, offset) + piece + changed.slice(offset + length),
    withoutMark(text),
  );
}

function changeOf({ kind, name, from, entity, field }: Renaming): Change {
  const places: Readonly<Record<Former["kind"], ChangePlace>> = {
    entity: { entity: name },
    field: { entity: entity ?? "", field: name },
    code: { entity: entity ?? "", field: field ?? "", code: name },
    module: { module: name },
  };
  return { class: "access", verb: "renamed", part: null, at: places[kind], was: from, is: name };
}
