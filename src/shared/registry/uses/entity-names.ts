import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { CheckContext, ModuleInfo } from "../context.ts";
import { allEffects, type EffectUse, valuesOf } from "./effects.ts";
import { type Named, single } from "./named.ts";

/** Every place where a file names an entity. */
export function entityNames(context: CheckContext): Named[] {
  const { entities, modules, sources } = context;
  return [
    ...[...entities.values()].flatMap(ofEntity),
    ...allEffects(context).flatMap(ofEffect),
    ...modules.flatMap(ofModule),
    ...sources.print.flatMap(({ raw, at }) => [...single(raw.entity, at.in("entity")), ...single(raw.lines, at.in("lines"))]),
  ];
}

function ofEntity({ raw, at, fields }: EntityInfo): Named[] {
  return [
    ...single(raw.head?.entity, at.in("head", "entity")),
    ...single(raw.view?.of, at.in("view", "of")),
    ...Object.entries(raw.view?.join ?? {}).flatMap(([alias, { entity }]) => single(entity, at.in("view", "join", alias, "entity"))),
    ...(raw.view?.union ?? []).flatMap((part, index) => [
      ...single(part.of, at.in("view", "union", index, "of")),
      ...Object.entries(part.join ?? {}).flatMap(([alias, { entity }]) =>
        single(entity, at.in("view", "union", index, "join", alias, "entity")),
      ),
    ]),
    ...single(raw.source?.lines, at.in("source", "lines")),
    ...(raw.chain?.links ?? []).flatMap(({ to }, index) => single(to, at.in("chain", "links", index, "to"))),
    ...(raw.show?.lines ?? []).flatMap(({ entity }, index) => single(entity, at.in("show", "lines", index, "entity"))),
    ...Object.entries(raw.states ?? {}).flatMap(([field, { transitions }]) =>
      Object.entries(transitions).flatMap(([name, { ticks }]) =>
        single(ticks?.entity, at.in("states", field, "transitions", name, "ticks", "entity")),
      ),
    ),
    ...[...fields.values()].flatMap(ofField),
  ];
}

function ofField({ raw, at }: FieldInfo): Named[] {
  const { count, total } = raw.computed ?? {};
  return [
    ...single(raw.to, at.in("to")),
    ...single(count?.of, at.in("computed", "count", "of")),
    ...single(total?.of, at.in("computed", "total", "of")),
    ...single(raw.derived?.total?.of, at.in("derived", "total", "of")),
  ];
}

function ofEffect(effect: EffectUse): Named[] {
  const { raw, at } = effect;
  const named = (["update", "add", "create", "run"] as const).flatMap((kind) => single(raw[kind]?.entity, at.in(kind, "entity")));
  const lines = (["update", "add"] as const).flatMap((kind) => single(raw[kind]?.each, at.in(kind, "each")));
  const totals = valuesOf(effect).flatMap(({ source, at: place }) =>
    typeof source === "object" && source !== null && "total" in source ? single(source.total.of, place.in("total", "of")) : [],
  );
  return [...named, ...lines, ...totals];
}

function ofModule({ raw, at }: ModuleInfo): Named[] {
  return [
    ...single(raw.entity, at.in("entity")),
    ...(raw.show?.lines ?? []).flatMap(({ entity }, index) => single(entity, at.in("show", "lines", index, "entity"))),
    ...single(raw.tree?.grants, at.in("tree", "grants")),
  ];
}
