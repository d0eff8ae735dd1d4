import type { EntityInfo } from "../catalogue.ts";
import { FILE_KINDS } from "../classify.ts";
import { type CheckContext, entryOf } from "../context.ts";
import type { RawOverlay } from "../generated/raw.ts";
import { lookupTarget, pathOf } from "../lookup.ts";
import { wordOfPatch } from "../patch-schema.ts";
import type { Place } from "../place.ts";
import type { Doc } from "../sources.ts";
import { definition, type Fit, type NameKind, type PartKind, type Setting, type Word, wordOfFile } from "../word.ts";
import { entityAt, Frame, get, type Root } from "./frame.ts";

/*
 * Long on purpose: the one walk over the files that checks, where-used, renaming, completion and the reference share, with what it finds.
 */

/** Something a file says at one place: a name, or a part that checks ask for. */
class Found {
  constructor(
    /** What is around it. */
    readonly frame: Frame,
    readonly key: string | number,
    protected readonly word: Word,
  ) {}

  /** The entity whose field, transition or state is named; of other names: the entity at hand. */
  get entity(): string {
    return entityAt(this.word, this.frame);
  }

  /** What it is used as, e.g. a sum or a filter. */
  get as(): string | undefined {
    return this.word.as ?? this.frame.as;
  }

  /** What a field that is named must hold. */
  get fits(): Fit | undefined {
    return this.word.fits;
  }

  get at(): Place {
    return this.frame.at.in(this.key);
  }
}

/** A name that stands in a file. */
export class NameUse extends Found {
  constructor(
    frame: Frame,
    key: string | number,
    word: Word,
    readonly kind: NameKind,
    readonly name: string,
    /** Where in its text the name begins; null: it is a property's name. */
    readonly start: number | null,
    readonly isDeclared: boolean,
    /** Whose field it is, where that is not the entity at hand: a join's by its alias, or what a path leads to. */
    private readonly of: { readonly alias: string } | { readonly entity: string } | null = null,
  ) {
    super(frame, key, word);
  }

  override get entity(): string {
    if (this.start === null) return this.frame.entity;
    if (this.of === null) return super.entity;
    if ("entity" in this.of) return this.of.entity;
    // The joins stand beside what says whose the fields without an alias are.
    const [first = "", ...rest] = this.word.of?.[0] ?? [];
    const holder = rest.length > 0 ? this.frame.follow([first, ...rest.slice(0, -1)]) : this.frame.holderOf(first)?.value;
    return String(get(get(get(holder, "join"), this.of.alias), "entity") ?? "");
  }

  /** The field whose code a name of kind code is. */
  get field(): string | undefined {
    return fieldAround(this.frame, this.key);
  }

  override get at(): Place {
    return this.start === null ? super.at.onKey() : super.at;
  }
}

/** A part of a file that checks ask for as a whole. */
export class PartUse extends Found {
  constructor(
    frame: Frame,
    key: string | number,
    word: Word,
    readonly value: unknown,
  ) {
    super(frame, key, word);
  }

  get setting(): Setting | undefined {
    return this.word.setting ?? this.frame.setting;
  }
}

/** Everything that the files name, walked once along the annotated meta-schemas. */
export interface Uses {
  readonly names: ReadonlyMap<NameKind, readonly NameUse[]>;
  readonly parts: ReadonlyMap<PartKind, readonly PartUse[]>;
}

/** Names that may be numbers or yes/no. Where others stand a number is only a number. */
const NUMBERED: readonly NameKind[] = ["code", "module"];

class Walk implements Uses {
  readonly names = new Map<NameKind, NameUse[]>();
  readonly parts = new Map<PartKind, PartUse[]>();

  /** A whole file. Of an entity its fields are walked, too, that stand elsewhere: those of mixins, and shared lists of codes. */
  file(word: Word, value: object, at: Place, root: Root, entity?: EntityInfo): void {
    const frame = new Frame(word, value, "", null, root, at);
    for (const key of Object.keys(value)) if (key !== "fields" || !entity) this.property(frame, key);
    if (entity) this.fields(entity, frame);
  }

  /** What an overlay says of entities and modules, each about the entity that it patches. */
  patches(doc: Doc<RawOverlay>, context: CheckContext): void {
    const { entities = {}, modules = {} } = doc.raw;
    for (const [name, patch] of Object.entries(entities))
      this.file(wordOfPatch("entity"), patch, doc.at.in("entities", name), { context, doc, self: name, isPatch: true });
    for (const [id, patch] of Object.entries(modules)) {
      const schema = entryOf(context.sources, id)?.schema;
      const self = context.pageOf(schema ?? "")?.raw.entity;
      const root: Root = { context, doc, self: self ?? "", isPatch: true };
      if (self !== undefined) this.file(wordOfPatch("module"), patch, doc.at.in("modules", id), root);
    }
  }

  /** The names that a file declares as the keys of its maps, without what stands below them; what declares nothing is walked whole. */
  declared(word: Word, value: object, at: Place, root: Root): void {
    const whole = new Frame(word, value, "", null, root, at);
    for (const [property, entries] of Object.entries(value)) {
      const map = word.at(property);
      if (!map?.keys || !map.declares) {
        this.property(whole, property);
        continue;
      }
      const frame = new Frame(map, entries as object, property, whole, root);
      for (const key of Object.keys(frame.value)) add(this.names, map.keys, new NameUse(frame, key, map, map.keys, key, null, true));
    }
  }

  private fields({ raw, fields }: EntityInfo, around: Frame): void {
    const word = around.word.at("fields");
    const [one, codes] = [definition("entity", "field"), definition("entity", "enumValues")];
    if (!word) return;
    const all = new Frame(word, raw.fields, "fields", around, around.root);
    for (const field of fields.values()) {
      const frame = new Frame(one, field.raw, field.name, all, around.root, field.at);
      add(this.names, "field", new FieldDeclaration(frame, field.name, word));
      for (const key of Object.keys(field.raw)) this.property(frame, key);
      if (field.raw.enum !== undefined) this.entries(new Frame(codes, field.values, "values", frame, around.root, field.valuesAt));
    }
  }

  private property(frame: Frame, key: string): void {
    const { word, value } = frame;
    if (word.keys) add(this.names, word.keys, new NameUse(frame, key, word, word.keys, key, null, word.declares));
    const inner = word.at(key);
    if (inner) this.visit(inner, (value as Record<string, unknown>)[key], key, frame);
  }

  private entries(frame: Frame): void {
    if (Array.isArray(frame.value)) {
      frame.value.forEach((item, index) => {
        const word = frame.word.at(index);
        if (word) this.visit(word, item, index, frame);
      });
    } else for (const key of Object.keys(frame.value)) this.property(frame, key);
  }

  private visit(word: Word, value: unknown, key: string | number, around: Frame): void {
    if (word.is && around.root.isPatch !== true) add(this.parts, word.is, new PartUse(around, key, word, value));
    if (typeof value === "object" && value !== null) this.entries(new Frame(word, value, key, around, around.root));
    else if (word.names && (typeof value === "string" || NUMBERED.includes(word.names)))
      this.text(word, word.names, String(value), key, around);
  }

  private text(word: Word, kind: NameKind, text: string, key: string | number, around: Frame): void {
    const put = (name: string, start: number, of: ConstructorParameters<typeof NameUse>[7] = null) =>
      add(this.names, kind, new NameUse(around, key, word, kind, name, start, word.declares, of));
    if (word.form === undefined) put(text, 0);
    else if (word.form === "order") put(text.replace(/^-/, ""), text.startsWith("-") ? 1 : 0);
    else if (word.form === "capitals") /^[A-Z_]+$/.test(text) && put(text, 0);
    else if (word.form === "text") for (const match of text.matchAll(/\{([^{}]*)\}/g)) put(match[1] ?? "", match.index + 1);
    else if (word.form === "path") {
      const { via, field } = pathOf(text);
      put(via, 0);
      const owner = around.root.context.entities.get(entityAt(word, around));
      const entity = owner ? lookupTarget(via, owner).entity : "";
      // A part of a picture or a place is no field.
      if (entity !== "") put(field, via.length + 1, { entity });
    } else {
      const dot = text.indexOf(".");
      put(text.slice(dot + 1), dot + 1, dot < 0 ? null : { alias: text.slice(0, dot) });
    }
  }
}

/** The field's own name, which may stand in another file than the entity. */
class FieldDeclaration extends NameUse {
  constructor(own: Frame, name: string, word: Word) {
    super(own, "", word, "field", name, null, true);
  }

  override get entity(): string {
    return this.frame.root.self;
  }

  override get at(): Place {
    return this.frame.at.onKey();
  }
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** The nearest field named around a code: the key of a map of fields, what stands first in a pair, or the property `field` beside it. */
function fieldAround(from: Frame, key: string | number): string | undefined {
  let [frame, inner]: [Frame | null, string | number] = [from, key];
  for (; frame; inner = frame.key, frame = frame.up) {
    if (frame.word.keys === "field") return String(inner);
    if (Array.isArray(frame.value) && inner !== 0 && frame.word.at(0)?.names === "field" && frame.word.at(1)?.names !== "field")
      return String(frame.value[0]);
    if (inner !== "field" && frame.word.has("field") && frame.word.at("field")?.names === "field")
      return get(frame.value, "field") as string;
  }
  return undefined;
}

const known = new WeakMap<CheckContext, Uses>();

/** What the files name, walked once for each set of files. */
export function usesOf(context: CheckContext): Uses {
  const uses = known.get(context) ?? walk(context);
  known.set(context, uses);
  return uses;
}

function walk(context: CheckContext): Uses {
  const found = new Walk();
  const { entities, modules, sources } = context;
  const words = Object.fromEntries(FILE_KINDS.map((kind) => [kind, wordOfFile(kind)])) as Record<(typeof FILE_KINDS)[number], Word>;
  for (const info of entities.values()) found.file(words.entity, info.raw, info.at, { context, doc: info, self: info.name }, info);
  for (const doc of modules) found.file(words.module, doc.raw, doc.at, { context, doc, self: doc.raw.entity });
  for (const doc of sources.print) found.file(words.print, doc.raw, doc.at, { context, doc, self: doc.raw.entity });
  for (const doc of sources.registry) found.file(words.registry, doc.raw, doc.at, { context, doc, self: "" });
  // What no profile changes was walked with the files as they stand.
  if (context.base) return found;
  for (const doc of sources.overlay) found.file(words.overlay, doc.raw, doc.at, { context, doc, self: "" });
  for (const doc of sources.overlay) found.patches(doc, context);
  // What stands in these is walked where it is used.
  for (const doc of sources.shared) found.declared(words.shared, doc.raw, doc.at, { context, doc, self: "" });
  return found;
}

/** Every name of a kind, also in patches of overlays: what is renamed, or may be unknown. */
export function allNamesOf(context: CheckContext, kind: NameKind): readonly NameUse[] {
  return usesOf(context).names.get(kind) ?? [];
}

/** Where the names of a kind are declared; of an entity's fields each that it has. */
export function declarations(context: CheckContext, kind: NameKind): readonly NameUse[] {
  return namesOf(context, kind).filter(({ isDeclared }) => isDeclared);
}

const judged = new WeakMap<CheckContext, Map<NameKind, readonly NameUse[]>>();

/** Every name of a kind in the files, and in what overlays make of them. */
export function namesOf(context: CheckContext, kind: NameKind): readonly NameUse[] {
  const kinds = judged.get(context) ?? new Map<NameKind, readonly NameUse[]>();
  judged.set(context, kinds);
  const names = kinds.get(kind) ?? allNamesOf(context, kind).filter(({ frame }) => frame.root.isPatch !== true);
  kinds.set(kind, names);
  return names;
}

const declared = new WeakMap<CheckContext, Map<NameKind, ReadonlySet<string>>>();

/** The names of a kind that some file declares; no profile declares any. */
export function declaredNames(of: CheckContext, kind: NameKind): ReadonlySet<string> {
  const context = of.base ?? of;
  const kinds = declared.get(context) ?? new Map<NameKind, ReadonlySet<string>>();
  declared.set(context, kinds);
  const names = kinds.get(kind) ?? new Set(namesOf(context, kind).flatMap((use) => (use.isDeclared ? [use.name] : [])));
  kinds.set(kind, names);
  return names;
}

const grouped = new WeakMap<CheckContext, ReadonlyMap<object, readonly NameUse[]>>();

/** Every field that a module, a print template or an entity names, of whatever entity. */
export function fieldsIn(doc: object, context: CheckContext): readonly NameUse[] {
  const byDoc = grouped.get(context) ?? groupByDoc(namesOf(context, "field"));
  grouped.set(context, byDoc);
  return byDoc.get(doc) ?? [];
}

function groupByDoc(uses: readonly NameUse[]): ReadonlyMap<object, readonly NameUse[]> {
  const byDoc = new Map<object, NameUse[]>();
  for (const use of uses) add(byDoc, use.frame.root.doc, use);
  return byDoc;
}

const SUMMED: readonly unknown[] = ["sum", "lineSum", "measure"];

/** Whether the field is summed: with a ratio it only says in which column that stands, and the ratio's two are. */
export function isSummed({ as, key, frame }: NameUse): boolean {
  return SUMMED.includes(as) && !(key === "field" && get(frame.value, "ratio") !== undefined);
}
