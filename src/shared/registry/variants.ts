import { type Patching, patched, placeOf, type Said } from "./apply-patch.ts";
import type { EntityInfo, FieldInfo, ModuleInfo } from "./catalogue.ts";

import { type Dict, dict } from "./dict.ts";
import type { RawEntity, RawField, RawModule, RawOverlay } from "./generated/raw.ts";
import { inProfile } from "./place.ts";
import type { Problem } from "./problem.ts";
import { conflicts, sayingsOf } from "./profile-conflicts.ts";
import { flagsByProfile, PLAIN } from "./profile-flags.ts";
import type { shapeProblems } from "./shape.ts";
import type { Doc, Sources } from "./sources.ts";
import { wholeModule } from "./whole-module.ts";
import type { Archetypes, WholeEntity } from "./whole-types.ts";
import { wordOfFile } from "./word.ts";

/*
 * Long on purpose: from overlays to what shops have of entities and modules, in one place: which profiles a shop has, in which order,
 * what each of them and what several together make of the files (docs/decisions/75).
 */

type Overlay = Doc<RawOverlay>;

/** What the shops of one profile, or of several together, have otherwise than the files say. */
export interface Variant {
  /** The profile's name; of several: their names in order, joined by +. */
  readonly name: string;
  readonly title: string;
  /** The profiles in the order in which they count: the later the more. */
  readonly profiles: readonly string[];
  readonly flags: Dict<string | boolean | readonly string[]>;
  /** How the portal looks there, as the last of the profiles says it. */
  readonly look: NonNullable<RawOverlay["look"]>;
  /** The patched ones, by name. */
  readonly entities: ReadonlyMap<string, EntityInfo>;
  /** The patched ones, by id. */
  readonly modules: ReadonlyMap<string, ModuleInfo>;
}

/** The files as they stand. */
export interface Unpatched {
  readonly sources: Sources;
  readonly archetypes: Archetypes;
  readonly entities: ReadonlyMap<string, EntityInfo>;
  /** The module of a menu line. */
  readonly moduleOf: (id: string) => ModuleInfo | undefined;
  /** Whether what becomes of a file has the shape of its kind. */
  readonly judge: typeof shapeProblems;
}

/** Every profile, and every set of profiles that some shop has. */
export interface Variants {
  readonly variants: readonly Variant[];
  /** Shop id to the name of its variant; one that is not listed is plain. */
  readonly shops: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** What overlays make of the files, for each profile alone and for the profiles of each shop together. */
export function variantsOf(files: Unpatched): Variants {
  const problems: Problem[] = [];
  const overlays = inOrder(files.sources.overlay, problems);
  const stacks = stacksOf(overlays, problems);
  const flags = flagsByProfile(files.sources.overlay);
  const units = [...files.sources.overlay.map((overlay) => [overlay]), ...new Map(stacks.map(({ name, stack }) => [name, stack])).values()];
  const made = new Map<string, Patches>();
  const variants = units.map((unit): Variant => {
    const patching = unit.filter(({ raw }) => raw.name !== PLAIN && (raw.modules ?? raw.entities) !== undefined);
    // Where only one of several patches anything, its own patches are theirs.
    const key = nameOf(patching);
    const patches = made.get(key) ?? patchesOf(patching, files, problems);
    made.set(key, patches);
    const own = unit.flatMap(({ raw }) => Object.entries(raw.name === PLAIN ? {} : raw.flags));
    return {
      name: nameOf(unit),
      title: unit.map(({ raw }) => raw.title).join("、"),
      profiles: unit.map(({ raw }) => raw.name),
      flags: dict([...Object.entries(flags.get(PLAIN) ?? {}), ...own]),
      look: Object.assign({}, ...unit.map(({ raw }) => raw.look)),
      ...patches,
    };
  });
  const plain: Variant = { name: PLAIN, title: PLAIN, profiles: [PLAIN], flags: flags.get(PLAIN) ?? dict([]), look: {}, ...NO_PATCHES };
  return {
    variants: variants.some(({ name }) => name === PLAIN) ? variants : [plain, ...variants],
    shops: new Map(stacks.map(({ shop, name }) => [shop, name])),
    problems,
  };
}

type Patches = Pick<Variant, "entities" | "modules">;

const NO_PATCHES: Patches = { entities: new Map(), modules: new Map() };

const nameOf = (stack: readonly Overlay[]) => stack.map(({ raw }) => raw.name).join("+");

/** The overlays, each behind those that it comes `after`, else by name. A circle is told and left where it closes. */
function inOrder(overlays: readonly Overlay[], problems: Problem[]): readonly Overlay[] {
  const byName = new Map(overlays.map((overlay) => [overlay.raw.name, overlay]));
  const order: Overlay[] = [];
  const visit = (overlay: Overlay, way: readonly Overlay[]) => {
    if (order.includes(overlay)) return;
    (overlay.raw.after ?? []).forEach((name, index) => {
      const before = byName.get(name);
      if (before === undefined) return;
      if (before === overlay || way.includes(before))
        problems.push(
          overlay.at
            .in("after", index)
            .problem(`profile ${overlay.raw.name} comes after itself`, nameOf([...way, overlay, before]).replaceAll("+", " → ")),
        );
      else visit(before, [...way, overlay]);
    });
    order.push(overlay);
  };
  for (const name of [...byName.keys()].sort()) visit(byName.get(name) as Overlay, []);
  return order;
}

interface Stack {
  readonly shop: string;
  readonly name: string;
  readonly stack: readonly Overlay[];
}

/** The profiles of each shop that has any, in order; those that say different things, neither of them after the other, are told. */
function stacksOf(overlays: readonly Overlay[], problems: Problem[]): Stack[] {
  const byShop = new Map<string, Overlay[]>();
  for (const overlay of overlays) for (const shop of overlay.raw.shops ?? []) byShop.set(shop, [...(byShop.get(shop) ?? []), overlay]);
  const stacks = [...byShop]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([shop, stack]) => ({ shop, name: nameOf(stack), stack }));
  const told = new Map<string, readonly Problem[]>();
  const unclear = new Set<string>();
  for (const { shop, stack } of stacks) {
    const plain = stack.find(({ raw }) => raw.name === PLAIN);
    if (plain && stack.length > 1) {
      const other = stack.find((each) => each !== plain)?.raw.name ?? "";
      const place = plain.at.in("shops", plain.raw.shops?.indexOf(shop) ?? 0);
      problems.push(place.problem(`shop ${shop} has profile ${other}: plain is for shops that have none`));
      unclear.add(shop);
      continue;
    }
    for (const [index, one] of stack.entries())
      for (const other of stack.slice(index + 1)) {
        const pair = nameOf([one, other]);
        if (comesAfter(other, one, overlays) || comesAfter(one, other, overlays)) continue;
        const found = told.get(pair) ?? conflicts(sayingsOf(one.raw, one.at), sayingsOf(other.raw, other.at), shop);
        if (!told.has(pair)) problems.push(...found);
        told.set(pair, found);
        if (found.length > 0) unclear.add(shop);
      }
  }
  // What nobody can put together is not judged.
  return stacks.filter(({ shop }) => !unclear.has(shop));
}

/** Whether one says that it comes after the other, or after one that does. */
function comesAfter(one: Overlay, other: Overlay, overlays: readonly Overlay[], seen: readonly Overlay[] = []): boolean {
  const before = overlays.filter(({ raw }) => one.raw.after?.includes(raw.name));
  return before.includes(other) || before.some((each) => !seen.includes(each) && comesAfter(each, other, overlays, [...seen, one]));
}

/** What overlays, one put over the other, make of entities and modules. */
function patchesOf(stack: readonly Overlay[], files: Unpatched, problems: Problem[]): Patches {
  const profile = nameOf(stack);
  const entities = new Map<string, Said>();
  const modules = new Map<string, Said>();
  stack.forEach(({ raw, at }, index) => {
    // What is wrong with a profile alone is told of it alone.
    const to: Patching = { problems: stack.length > 1 && index === 0 ? [] : problems, isAgain: index > 0 };
    for (const [name, patch] of Object.entries(raw.entities ?? {})) {
      const info = files.entities.get(name);
      if (!info?.isComplete) continue;
      const base = entities.get(name) ?? { value: wholeOf(info), from: originOf(info, profile) };
      entities.set(name, patched(wordOfFile("entity"), base, patch, at.in("entities", name), to));
    }
    for (const [id, patch] of Object.entries(raw.modules ?? {})) {
      const info = files.moduleOf(id);
      if (info === undefined) continue;
      const base = modules.get(id) ?? { value: info.raw, from: { at: inProfile(info.at, profile) } };
      modules.set(id, patched(wordOfFile("module"), base, patch, at.in("modules", id), to));
    }
  });
  const infos = new Map([...entities].flatMap(([name, said]) => ready(name, finishEntity(files, name, said, problems))));
  const entityOf = (name: string) => infos.get(name) ?? files.entities.get(name);
  return {
    entities: infos,
    modules: new Map([...modules].flatMap(([id, said]) => ready(id, finishModule(id, said, { files, profile, entityOf, problems })))),
  };
}

const ready = <T>(name: string, made: T | undefined): [string, T][] => (made === undefined ? [] : [[name, made]]);

/** An entity as one file would say it, with the fields of its mixins and the codes of shared lists. */
function wholeOf({ raw, fields }: EntityInfo): object {
  return { ...raw, fields: Object.fromEntries([...fields.values()].map((field) => [field.name, fieldOf(field)])) };
}

const fieldOf = ({ raw, values }: FieldInfo) => (raw.enum === undefined ? raw : { ...raw, values });

function originOf({ at, fields }: EntityInfo, profile: string): Said["from"] {
  const ofFields = [...fields.values()].map((field) => {
    const parts = new Map([["values", { at: inProfile(field.valuesAt, profile) }]]);
    return [field.name, { at: inProfile(field.at, profile), parts }] as const;
  });
  return {
    at: inProfile(at, profile),
    parts: new Map([["fields", { at: inProfile(at.in("fields"), profile), parts: new Map(ofFields) }]]),
  };
}

/** A patched entity as the checks look at it; undefined: its shape is broken, which is told. */
function finishEntity({ entities, judge }: Unpatched, name: string, said: Said, problems: Problem[]): EntityInfo | undefined {
  const info = entities.get(name);
  if (info === undefined) return undefined;
  const at = placeOf(said);
  const whole = said.value as RawEntity;
  const all = whole.fields as Readonly<Record<string, RawField>>;
  const { like: _shared, ...rest } = whole;
  const listed = Object.fromEntries(Object.entries(all).map(([name, field]) => [name, withOneList(field)]));
  const shape = judge("entity", { ...rest, fields: listed }, at);
  problems.push(...shape);
  if (shape.length > 0) return undefined;
  const fields = new Map(
    [...info.fields].map(([name, field]): [string, FieldInfo] => {
      const raw = all[name];
      if (raw === undefined || JSON.stringify(raw) === JSON.stringify(fieldOf(field))) return [name, field];
      const { values, ...others } = raw;
      const place = at.in("fields", name);
      const own = raw.enum === undefined ? raw : (others as RawField);
      return [name, { ...field, raw: own, at: place, values: values ?? [], valuesAt: place.in("values") }];
    }),
  );
  const own = Object.fromEntries(Object.keys(info.raw.fields).map((name) => [name, fields.get(name)?.raw]));
  return { ...info, raw: { ...whole, fields: own } as WholeEntity, at, fields };
}

/** A field with its codes or with the name of their list, as a file says it. */
function withOneList({ enum: list, values, ...field }: RawField): object {
  if (list === undefined) return values === undefined ? field : { ...field, values };
  return (values ?? []).length > 0 ? { ...field, values } : { ...field, enum: list };
}

interface ModuleSource {
  readonly files: Unpatched;
  readonly profile: string;
  readonly entityOf: (name: string) => EntityInfo | undefined;
  readonly problems: Problem[];
}

/** A patched module as the checks look at it; undefined: it is broken, which is told. */
function finishModule(id: string, said: Said, { files, profile, entityOf, problems }: ModuleSource): ModuleInfo | undefined {
  const base = files.moduleOf(id);
  const at = placeOf(said);
  const shape = files.judge("module", said.value, at);
  problems.push(...shape);
  if (base === undefined || shape.length > 0) return undefined;
  const { raw, problems: parts } = wholeModule({ raw: said.value as RawModule, at }, files.archetypes);
  problems.push(...parts);
  return parts.length > 0 ? undefined : { ...base, raw, at, entity: entityOf(raw.entity), patch: { profile, id } };
}
