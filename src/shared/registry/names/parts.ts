import type { EntityInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { RawEffect } from "../generated/raw.ts";
import { type Comparator, type Comparison, comparisonOf, type Predicate, type Scalar, type ValueSource } from "../language.ts";
import type { Place } from "../place.ts";
import type { PartKind, Setting } from "../word.ts";
import type { Named } from "./named.ts";
import { type PartUse, usesOf } from "./uses.ts";

/** A condition without further conditions in it. Its place is the value of its key. */
export type Leaf = { readonly at: Place; readonly entity: string; readonly setting: Setting } & (
  | { readonly kind: "compare"; readonly operator: Comparator; readonly comparison: Comparison }
  | { readonly kind: "in" | "nin"; readonly field: string; readonly values: readonly Scalar[] }
  | { readonly kind: "set"; readonly field: string }
  | { readonly kind: "check"; readonly field: string }
  | { readonly kind: "can"; readonly key: string }
  | { readonly kind: "flag"; readonly flag: string; readonly value: Scalar }
  | { readonly kind: "actor"; readonly property: string; readonly value: Scalar }
);

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
  /** The entity whose effect it is. */
  readonly entity: EntityInfo;
  readonly hasReason: boolean;
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

const leaves = new WeakMap<CheckContext, readonly Leaf[]>();

/** The single conditions of every condition of every file. */
export function allLeaves(context: CheckContext): readonly Leaf[] {
  const known = leaves.get(context) ?? partsOf(context, "condition").flatMap((use) => leafOf(use.value as Predicate, use));
  leaves.set(context, known);
  return known;
}

function leafOf(predicate: Predicate, use: PartUse): Leaf | [] {
  if ("all" in predicate || "any" in predicate || "not" in predicate) return [];
  const [key = ""] = Object.keys(predicate);
  const around = { at: use.at.in(key), entity: use.entity, setting: use.setting ?? "rows" };
  const compared = comparisonOf(predicate);
  if (compared) return { kind: "compare", ...compared, ...around };
  if ("in" in predicate) return { kind: "in", field: predicate.in[0], values: predicate.in[1], ...around };
  if ("nin" in predicate) return { kind: "nin", field: predicate.nin[0], values: predicate.nin[1], ...around };
  if ("set" in predicate) return { kind: "set", field: predicate.set, ...around };
  if ("check" in predicate) return { kind: "check", field: predicate.check[0], ...around };
  if ("can" in predicate) return { kind: "can", key: predicate.can, ...around };
  if ("flag" in predicate) return { kind: "flag", flag: predicate.flag[0], value: predicate.flag[1], ...around };
  if ("actor" in predicate) return { kind: "actor", property: predicate.actor[0], value: predicate.actor[1], ...around };
  return [];
}

/** A whole condition, not a part of another one. */
export interface RootCondition {
  readonly condition: Predicate;
  /** The entity of whose rows it is asked; undefined: of none, or of one that is not there. */
  readonly entity: EntityInfo | undefined;
  readonly at: Place;
}

/** Every whole condition of every file. */
export function rootConditions(context: CheckContext): RootCondition[] {
  return partsOf(context, "condition").flatMap((use) => {
    let around = use.frame;
    while (Array.isArray(around.value) && around.up) around = around.up;
    if (around.word.is === "condition") return [];
    return [{ condition: use.value as Predicate, entity: context.entities.get(use.entity), at: use.at }];
  });
}

/** The fields a leaf reads. */
export function fieldsOfLeaf(leaf: Leaf): Named[] {
  if (leaf.kind === "set") return [{ name: leaf.field, at: leaf.at }];
  if (leaf.kind === "in" || leaf.kind === "nin" || leaf.kind === "check") return [{ name: leaf.field, at: leaf.at.in(0) }];
  if (leaf.kind !== "compare") return [];
  const [field, operand] = leaf.comparison;
  const other = typeof operand === "object" && "field" in operand ? [{ name: operand.field, at: leaf.at.in(1, "field") }] : [];
  return [{ name: field, at: leaf.at.in(0) }, ...other];
}

/** Every effect of every entity. */
export function allEffects(context: CheckContext): EffectUse[] {
  return partsOf(context, "effect").map(({ value, frame, at }) => ({
    entity: frame.root.doc as EntityInfo,
    hasReason: Boolean(frame.said("reason")),
    raw: value as RawEffect,
    at,
  }));
}

/** Every value of every effect. */
export function allValues(context: CheckContext): ValueUse[] {
  return partsOf(context, "value").map(({ value, frame, key, entity, as, at }) => ({
    entity: frame.root.doc as EntityInfo,
    hasReason: Boolean(frame.said("reason")),
    role: as as ValueUse["role"],
    target: entity,
    field: String(key),
    // The shape check has seen to it that a source holds exactly one key.
    source: value as ValueSource,
    each: frame.said("each") as string | undefined,
    at,
  }));
}

function partsOf(context: CheckContext, kind: PartKind) {
  return usesOf(context).parts.get(kind) ?? [];
}
