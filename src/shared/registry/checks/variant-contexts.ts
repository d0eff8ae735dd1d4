import type { EntityInfo } from "../catalogue.ts";
import { type CheckContext, entryOf } from "../context.ts";
import { usesOf } from "../names/uses.ts";
import type { Variant } from "../variants.ts";

/**
 * The files as the shops of each variant have them that patches entities: every check holds there, too. What its patches do not touch
 * was looked at with the files as they stand, and is not looked at again (`touchedBy`).
 */
export function variantContexts(context: CheckContext): { readonly variant: Variant; readonly context: CheckContext }[] {
  // Several variants may have the same patches, and differ in flags alone.
  const distinct = new Map(context.variants.filter(({ entities }) => entities.size > 0).map((variant) => [variant.entities, variant]));
  return [...distinct.values()].map((variant) => {
    const all = new Map([...context.entities].map(([name, info]) => [name, variant.entities.get(name) ?? info]));
    const bySchema = new Map([...variant.modules].map(([id, module]) => [entryOf(context.sources, id)?.schema, module]));
    const own = context.modules
      .filter(({ patch }) => patch === null)
      .map((module) => bySchema.get(module.schema) ?? { ...module, entity: all.get(module.raw.entity) });
    const pages = new Map([...own].reverse().map((module) => [module.schema, module]));
    const touched = touchedBy(variant.entities.keys(), context);
    const entities = new PartOfEntities(all, touched);
    const modules = own.filter((module) => module.patch !== null || touched.has(module.file));
    const pageOf = (schema: string) => pages.get(schema);
    return { variant, context: { ...context, base: context, entities, modules, pageOf, variants: [] } };
  });
}

/**
 * The entities and the files of modules that may mean something else, or break a rule, where these entities are changed: names of
 * entities, and paths of files. What is left out cannot know of the change: nothing in it names a changed entity or anything of one, nor
 * what leads to one.
 *
 * A document, its lines and the views over them are one: what is said of one is asked of the other. A page goes with its entity, and
 * with the entities of the pages that it opens.
 */
function touchedBy(changed: Iterable<string>, context: CheckContext): ReadonlySet<string> {
  const { entities, modules, prints } = context;
  const known = knownTo(context);
  const touched = new Set(changed);
  for (let before = -1; before !== touched.size; ) {
    before = touched.size;
    for (const { name, raw } of entities.values()) {
      const isOne = raw.head !== undefined && (touched.has(raw.head.of) || touched.has(name));
      const shows = raw.view !== undefined && [...(known.get(name) ?? [])].some((other) => touched.has(other));
      if (isOne && raw.head) touched.add(raw.head.of).add(name);
      if (shows) touched.add(name);
    }
  }
  const knows = (doc: string) => [...(known.get(doc) ?? [])].some((name) => touched.has(name));
  const others = [...entities.keys()].filter(knows);
  for (const name of others) touched.add(name);
  for (const { file, raw } of modules) {
    const printed = (raw.print ?? []).flatMap((key) => prints.get(typeof key === "string" ? key : key.key)?.at.file ?? []);
    if (touched.has(raw.entity) || knows(file) || printed.some(knows)) touched.add(file);
  }
  return touched;
}

const made = new WeakMap<CheckContext, ReadonlyMap<string, ReadonlySet<string>>>();

/** The entities that an entity (by its name), a module or a print (by its file) names, or has names of, or whose code needs them. */
function knownTo(context: CheckContext): ReadonlyMap<string, ReadonlySet<string>> {
  const found = made.get(context) ?? walked(context);
  made.set(context, found);
  return found;
}

function walked(context: CheckContext): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  const needed = neededByCode(context);
  const docs = new Map<object, string>([
    ...[...context.entities.values()].map((info) => [info, info.name] as const),
    ...context.modules.map((module) => [module, module.file] as const),
    ...context.sources.print.map((print) => [print, print.at.file] as const),
  ]);
  for (const [kind, names] of usesOf(context).names)
    for (const { name, entity, frame } of names) {
      const doc = docs.get(frame.root.doc);
      if (doc === undefined) continue;
      const known = all.get(doc) ?? new Set();
      all.set(doc, known);
      known.add(entity);
      if (kind === "entity") known.add(name);
      if (kind === "module") known.add(entityOfPage(name, context));
      for (const each of needed.get(name) ?? []) known.add(each);
    }
  return all;
}

function entityOfPage(id: string, { sources, pageOf }: CheckContext): string {
  const entries = sources.registry.flatMap(({ raw }) => raw.groups.flatMap((group) => group.modules));
  return pageOf(entries.find((entry) => String(entry.id) === id)?.schema ?? "")?.raw.entity ?? "";
}

/** What hand-written code relies on, by the name that files call it. */
function neededByCode({ used = [] }: CheckContext): ReadonlyMap<string, readonly string[]> {
  const contracts = used.flatMap(({ contract }) => (contract ? Object.values(contract) : [])) as readonly Readonly<
    Record<string, unknown>
  >[];
  return new Map(
    contracts.flatMap((group) =>
      Object.entries(group).flatMap(([name, each]) => {
        const needs = (each as { readonly needs?: object } | null)?.needs;
        return needs ? [[name, Object.keys(needs)] as const] : [];
      }),
    ),
  );
}

/** All entities, of which only some are met by whoever goes over them. */
class PartOfEntities implements ReadonlyMap<string, EntityInfo> {
  readonly #all: ReadonlyMap<string, EntityInfo>;
  readonly #part: ReadonlyMap<string, EntityInfo>;

  constructor(all: ReadonlyMap<string, EntityInfo>, names: ReadonlySet<string>) {
    this.#all = all;
    this.#part = new Map([...all].filter(([name]) => names.has(name)));
  }

  get size(): number {
    return this.#part.size;
  }

  get(name: string): EntityInfo | undefined {
    return this.#all.get(name);
  }

  has(name: string): boolean {
    return this.#all.has(name);
  }

  keys() {
    return this.#part.keys();
  }

  values() {
    return this.#part.values();
  }

  entries() {
    return this.#part.entries();
  }

  [Symbol.iterator]() {
    return this.#part.entries();
  }

  forEach(visit: (info: EntityInfo, name: string, map: ReadonlyMap<string, EntityInfo>) => void): void {
    this.#part.forEach(visit);
  }
}
