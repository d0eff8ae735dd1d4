import type { EffectUse, ValueUse } from "./effects.ts";
import { valuesOf } from "./effects.ts";
import type { Named } from "./named.ts";

interface EffectFieldUse extends Named {
  readonly entity: string;
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Every field an effect names: those it writes or matches, those its values come from, and those in its texts. */
export function effectFields(effect: EffectUse): EffectFieldUse[] {
  const { raw, at, entity } = effect;
  const kept = Object.entries(raw.create?.keep ?? {}).flatMap(([own, theirs]): EffectFieldUse[] => {
    const place = at.in("create", "keep", own);
    return [
      { name: own, at: place.onKey(), entity: entity.name },
      { name: theirs, at: place, entity: raw.create?.entity ?? "" },
    ];
  });
  const texts = (["title", "content"] as const).flatMap((part) =>
    [...(raw.notify?.[part] ?? "").matchAll(PLACEHOLDER)].map(([, name = ""]) => ({
      name,
      at: at.in("notify", part),
      entity: entity.name,
    })),
  );
  return [...valuesOf(effect).flatMap(valueFields), ...kept, ...texts];
}

function valueFields({ effect, target, field, source, each, at }: ValueUse): EffectFieldUse[] {
  const own = { name: field, at: at.onKey(), entity: target };
  if (typeof source !== "object" || source === null) return [own];
  const { name } = effect.entity;
  if ("field" in source) return [own, { name: source.field, at: at.in("field"), entity: name }];
  if ("line" in source && each !== undefined) return [own, { name: source.line, at: at.in("line"), entity: each }];
  if ("minus" in source) return [own, { name: source.minus, at: at.in("minus"), entity: each ?? name }];
  if ("total" in source) return [own, { name: source.total.field, at: at.in("total", "field"), entity: source.total.of }];
  return [own];
}
