import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { RawEffect, ValueMap } from "../generated/raw.ts";
import type { ValueSource } from "../language.ts";
import type { Place } from "../place.ts";
import { machinesOf } from "./transitions.ts";

/** An effect of a transition, of a saving or of opening a row. */
export interface EffectUse {
  readonly entity: EntityInfo;
  /** Whether a reason was asked for that it may write. */
  readonly hasReason: boolean;
  readonly raw: RawEffect;
  readonly at: Place;
}

/** A value that an effect compares or writes. */
export interface ValueUse {
  readonly effect: EffectUse;
  readonly role: "set" | "match" | "by" | "values";
  /** The entity whose field it is for. */
  readonly target: string;
  readonly field: string;
  readonly source: ValueSource;
  /** The line entity at hand. */
  readonly each: string | undefined;
  /** Of the value. */
  readonly at: Place;
}

/** Every effect of every entity. */
export function allEffects({ entities }: CheckContext): EffectUse[] {
  return [...entities.values()].flatMap((entity) => {
    const { save = {}, opened } = entity.raw;
    const saving = (["create", "edit", "delete", "visitor"] as const).map((way) => ({
      effects: save[way]?.effects,
      at: entity.at.in("save", way, "effects"),
      hasReason: false,
    }));
    const moving = machinesOf(entity).flatMap(({ transitions }) =>
      transitions.map(({ raw, at }) => ({ effects: raw.effects, at: at.in("effects"), hasReason: Boolean(raw.reason) })),
    );
    const opening = { effects: opened?.effects, at: entity.at.in("opened", "effects"), hasReason: false };
    return [...moving, ...saving, opening].flatMap(({ effects = [], at, hasReason }) =>
      effects.map((raw, index): EffectUse => ({ entity, hasReason, raw, at: at.in(index) })),
    );
  });
}

/** Every value of an effect. */
export function valuesOf(effect: EffectUse): ValueUse[] {
  const { raw, at, entity } = effect;
  const of = (role: ValueUse["role"], map: ValueMap | undefined, place: Place, target: string, each?: string): ValueUse[] =>
    Object.entries(map ?? {}).map(([field, source]) => {
      // The shape check has seen to it that a source holds exactly one key.
      return { effect, role, target, field, source: source as ValueSource, each, at: place.in(field) };
    });
  const { set, update, add, create, run } = raw;
  return [
    ...of("set", set, at.in("set"), entity.name),
    ...(update ? of("match", update.match, at.in("update", "match"), update.entity, update.each) : []),
    ...(update ? of("set", update.set, at.in("update", "set"), update.entity, update.each) : []),
    ...(add ? of("match", add.match, at.in("add", "match"), add.entity, add.each) : []),
    ...(add ? of("by", add.by, at.in("add", "by"), add.entity, add.each) : []),
    ...(add ? of("values", add.orCreate, at.in("add", "orCreate"), add.entity, add.each) : []),
    ...(create ? of("values", create.values, at.in("create", "values"), create.entity) : []),
    ...(run ? of("match", run.match, at.in("run", "match"), run.entity) : []),
  ];
}
