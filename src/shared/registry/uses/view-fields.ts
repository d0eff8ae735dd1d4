import type { EntityInfo } from "../catalogue.ts";
import { calcFields } from "./calc-fields.ts";
import { type EntityFieldUse, of } from "./field-use.ts";
import { listed, type Named, ordered, single } from "./named.ts";
import { type SourceUse, sourceEntity, sourceOf, type ViewPartUse, viewParts } from "./view-parts.ts";

/** Every field a view names: its own, those of what it is of, and those of joined entities. */
export function viewFields(info: EntityInfo): EntityFieldUse[] {
  const { name, raw, at, fields } = info;
  const named = raw.view?.union === undefined ? [] : viewParts(info).flatMap(({ sources }) => sources.map(fieldOfView));
  return [
    ...of(name, named),
    ...viewParts(info).flatMap(partFields),
    ...of(name, listed(raw.view?.groupBy, at.in("view", "groupBy"))),
    ...of(
      name,
      [...fields.values()].flatMap((field) => {
        const { field: over, by, order } = field.raw.window ?? {};
        const place = field.at.in("window");
        return [...single(over, place.in("field")), ...listed(by, place.in("by")), ...ordered(order, place.in("order"))];
      }),
    ),
  ];
}

/** What the rows of a part are made from: fields of its entity and of those joined to it. */
export function partFields(part: ViewPartUse): EntityFieldUse[] {
  const { raw, at, sources } = part;
  const joins = Object.entries(raw.join ?? {}).flatMap(([alias, { entity, on }]) =>
    Object.entries(on).flatMap(([theirs, own]) => {
      const place = at.in("join", alias, "on", theirs);
      return [...of(entity, [{ name: theirs, at: place.onKey() }]), ...of(raw.of, [{ name: own, at: place }])];
    }),
  );
  return [...joins, ...sources.flatMap((use) => of(sourceEntity(part, use.source), sourceFields(use)))];
}

function sourceFields({ source, at }: SourceUse): Named[] {
  if (typeof source === "string") return [{ name: sourceOf(source).field, at }];
  return source.calc === undefined ? [] : calcFields(source.calc, at.in("calc"));
}

function fieldOfView({ field, at }: SourceUse): Named {
  return { name: field, at: at.onKey() };
}
