import type { EntityInfo } from "../catalogue.ts";
import { dict } from "../dict.ts";
import type { RawUnionSource } from "../generated/raw.ts";
import type { Calc, Predicate } from "../language.ts";
import type { View, ViewPart, ViewSource } from "../model.ts";
import { sourceOf, type ViewPartUse, viewParts } from "../view-parts.ts";

/** What a view reads; null for an entity with rows of its own. */
export function buildView(info: EntityInfo): View | null {
  const { view } = info.raw;
  return view ? { parts: viewParts(info).map(buildPart), groupBy: view.groupBy ?? [] } : null;
}

function buildPart({ raw: { of = "", join = {}, where }, sources }: ViewPartUse): ViewPart {
  return {
    of,
    joins: Object.entries(join).map(([alias, { entity, on }]) => ({
      alias,
      entity,
      on: Object.entries(on).map(([joined, own]) => ({ joined, own })),
    })),
    where: (where ?? null) as Predicate | null,
    sources: dict(sources.map(({ field, source }) => [field, buildSource(source)] as const)),
  };
}

function buildSource(source: RawUnionSource): ViewSource {
  if (typeof source === "string") return { kind: "field", ...sourceOf(source) };
  if (source.calc !== undefined) return { kind: "calc", calc: source.calc as Calc };
  return { kind: "value", value: source.value ?? "" };
}
