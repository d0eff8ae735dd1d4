import { type CheckContext, entryOf } from "../context.ts";
import { lookupTarget } from "../lookup.ts";
import type { Place } from "../place.ts";
import type { Setting, Word } from "../word.ts";

/** The file that is walked. */
export interface Root {
  readonly context: CheckContext;
  /** What a caller knows the file by: an entity, a module, a document. */
  readonly doc: object;
  /** The entity that the file is about; empty: none. */
  readonly self: string;
  /** It is a patch: its names are found and renamed, but what it says is judged in what it makes of the file. */
  readonly isPatch?: boolean;
}

/** An object or list of a file while it is walked, with what the words around it say of the names in it. */
export class Frame {
  /** The entity at hand: names of fields, transitions and codes are of it. */
  readonly entity: string;
  readonly as: string | undefined;
  readonly setting: Setting | undefined;

  constructor(
    readonly word: Word,
    readonly value: object,
    readonly key: string | number,
    readonly up: Frame | null,
    readonly root: Root,
    /** Where it stands in another file than what is around it, e.g. a mixin's field. */
    private readonly place: Place | null = null,
  ) {
    // What stands below the name of an entity is about that one.
    this.entity = !up ? root.self : up.word.keys === "entity" && !word.of ? String(key) : entityAt(word, up);
    this.as = word.as ?? up?.as;
    this.setting = word.setting ?? up?.setting;
  }

  /** Worked out when asked: of the thousands of frames few have a problem. */
  get at(): Place {
    if (this.place) return this.place;
    if (!this.up) throw new Error("a whole file has a place of its own");
    return this.up.at.in(this.key);
  }

  /** The nearest object around, this one included, that may have this property by its schema. */
  holderOf(property: string): Frame | null {
    let frame: Frame | null = this;
    while (frame && (!frame.word.has(property) || Array.isArray(frame.value))) frame = frame.up;
    return frame;
  }

  /** What the nearest object around that may have this property says there. */
  said(property: string): unknown {
    return get(this.holderOf(property)?.value, property);
  }

  /** Where a way (`x-of`) leads from here: to an object, a name, or nothing. */
  follow([first = "", ...rest]: readonly string[]): unknown {
    if (first === "self") return this.root.self;
    const holder = this.holderOf(first);
    let value = get(holder?.value, first);
    for (const step of rest) value = typeof value === "object" ? get(value, step) : declaredOf(holder, first, value, step);
    return value;
  }
}

/** The entity at hand where a word stands in a frame. */
export function entityAt(word: Word, frame: Frame): string {
  if (!word.of) return frame.entity;
  for (const way of word.of) {
    const found = frame.follow(way);
    if (typeof found === "string") return found;
  }
  return "";
}

/** What the thing that a property names says of itself: where a field leads, which entity a module shows. */
function declaredOf(holder: Frame | null, property: string, name: unknown, step: string): unknown {
  const kind = holder?.word.at(property)?.names;
  if (!holder || name === undefined) return undefined;
  const { context } = holder.root;
  if (kind === "field" && step === "to") {
    const owner = context.entities.get(entityAt(holder.word.at(property) ?? holder.word, holder));
    return owner ? lookupTarget(String(name), owner).entity : "";
  }
  if (kind !== "module") return undefined;
  const schema = entryOf(context.sources, String(name))?.schema;
  return get(context.pageOf(schema ?? "")?.raw, step);
}

/** A property of something that may be no object. */
export function get(value: unknown, property: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[property] : undefined;
}
