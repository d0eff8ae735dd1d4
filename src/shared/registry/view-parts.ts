import type { EntityInfo } from "./catalogue.ts";
import type { RawUnionPart, RawUnionSource } from "./generated/raw.ts";
import type { Place } from "./place.ts";

/** A field of a view and what one part of the view fills it with. */
export interface SourceUse {
  /** Of the view. */
  readonly field: string;
  readonly source: RawUnionSource;
  readonly at: Place;
}

/** Rows of one entity in a view: the whole view, or a part of its union. */
export interface ViewPartUse {
  readonly raw: Partial<Pick<RawUnionPart, "of" | "join" | "where">>;
  readonly at: Place;
  readonly sources: readonly SourceUse[];
}

/** Whether a view says clearly whose rows it shows; else that is told, and nothing else of it can be judged. */
export function isClearView({ raw: { view } }: EntityInfo): boolean {
  return view !== undefined && (view.of === undefined) !== (view.union === undefined);
}

/** The parts of a view; none for an entity with rows of its own. */
export function viewParts({ raw: { view }, at, fields }: EntityInfo): ViewPartUse[] {
  if (!view) return [];
  const place = at.in("view");
  if (view.union) {
    return view.union.map((raw, index) => {
      const part = place.in("union", index);
      const sources = Object.entries(raw.fields).map(([field, source]) => ({ field, source, at: part.in("fields", field) }));
      return { raw, at: part, sources };
    });
  }
  const sources = [...fields.values()].flatMap(({ name, raw: { from }, at: own }) =>
    from === undefined ? [] : [{ field: name, source: from, at: own.in("from") }],
  );
  return [{ raw: view, at: place, sources }];
}

/** `alias.field` or `field`. */
export function sourceOf(from: string): { readonly alias: string | null; readonly field: string } {
  const [first = "", second] = from.split(".");
  return second === undefined ? { alias: null, field: first } : { alias: first, field: second };
}

/** The entity that a field source reads; undefined: it reads none, or the alias is not known. */
export function sourceEntity({ raw }: ViewPartUse, source: RawUnionSource): string | undefined {
  if (typeof source !== "string") return source.calc === undefined ? undefined : raw.of;
  const { alias } = sourceOf(source);
  return alias === null ? raw.of : raw.join?.[alias]?.entity;
}
