import { asAction } from "../build/actions.ts";
import { flagsOf } from "../build/availability.ts";
import type { EntityInfo, FieldInfo, ModuleInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { RawGuard } from "../generated/raw.ts";
import type { Predicate, Scalar } from "../language.ts";
import { isJudged } from "../lookup.ts";
import { type MachineUse, machinesOf, type TransitionUse } from "../machines.ts";
import { rootConditions } from "../names/parts.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { alwaysHolds, type Claim, conflictOf, type World } from "./satisfy.ts";

/*
 * Long on purpose: what contradicts itself, from a single condition to whole ways between states, told by the one search
 * (src/shared/registry/checks/satisfy.ts) and in one form, with the fewest conditions that exclude each other.
 */

/** Every condition can hold for some row. */
export const possibleConditions: Check = (context) =>
  rootConditions(context).flatMap(({ condition, entity, at }) => {
    const core = conflictOf([{ what: "it", condition }], worldOf(context, entity));
    return core === null || isNever(condition) ? [] : [at.problem(`this never holds: ${witness(condition, context, entity)}`)];
  });

/** No condition holds whatever the row is: it would say nothing. */
export const tellingConditions: Check = (context) =>
  rootConditions(context).flatMap(({ condition, entity, at }) =>
    alwaysHolds(condition, worldOf(context, entity)) ? [at.problem("this always holds: it says nothing", "leave it out")] : [],
  );

/** The parts of a condition that exclude each other, as they are written. */
function witness(condition: Predicate, context: CheckContext, entity: EntityInfo | undefined): string {
  const parts = "all" in condition ? condition.all : [condition];
  const core = conflictOf(
    parts.map((part) => ({ what: written(part), condition: part })),
    worldOf(context, entity),
  );
  const told = (core ?? []).map(({ what }) => what);
  return told.length > 1 ? `${told.join(" and ")} exclude each other` : `nothing fulfils ${told.join()}`;
}

/** A list of alternatives that is empty on purpose. */
function isNever(condition: Predicate): boolean {
  return "any" in condition && condition.any.length === 0;
}

function written(condition: Predicate): string {
  return JSON.stringify(condition);
}

function worldOf({ sources }: CheckContext, entity: EntityInfo | undefined, sides: readonly string[] = []): World {
  const flags = [...flagsOf(sources)].flatMap(([name, { raw }]): [string, readonly Scalar[]][] => {
    if (raw.type === "bool") return [[name, [true, false]]];
    return raw.type === "text" && raw.values ? [[name, Object.keys(raw.values)]] : [];
  });
  return { fields: fieldsOf(entity), flags: new Map(flags), sides };
}

function fieldsOf(entity: EntityInfo | undefined): ReadonlyMap<string, FieldInfo> {
  return isJudged(entity) ? entity.fields : new Map();
}

/** From every state that a transition leaves somebody can get through it: state, `when`, guards and what he sees do not exclude each other. */
export const openWays: Check = (context) =>
  [...context.entities.values()].flatMap((entity) =>
    machinesOf(entity).flatMap((machine) =>
      machine.transitions.flatMap((transition) =>
        transition.raw.from.flatMap((state, index) => wayProblems(transition, machine, { state, index }, context)),
      ),
    ),
  );

interface From {
  readonly state: string | number | boolean;
  readonly index: number;
}

function wayProblems(
  { name, raw, at }: TransitionUse,
  { entity, field }: MachineUse,
  { state, index }: From,
  context: CheckContext,
): Problem[] {
  const own: Claim[] = [
    { what: `the state ${JSON.stringify(state)}`, condition: { eq: [field, state] } },
    ...(raw.when ? [{ what: '"when"', condition: raw.when as Predicate }] : []),
    ...(raw.guards ?? []).map((guard, at) => ({ what: `guard ${at + 1}`, condition: guardOf(guard) })),
  ];
  const users = raw.by.filter((actor) => actor === "shop" || actor === "supplier");
  const isRunByItself = users.length < raw.by.length;
  const cores = [
    ...(isRunByItself ? [conflictOf(own, worldOf(context, entity))] : []),
    ...users.map((side) => conflictWith(side, [...own, ...seenBy(entity, side)], entity, context)),
  ];
  const shortest = cores.filter((core) => core !== null).sort((a, b) => a.length - b.length)[0];
  // What cannot hold by itself is told there; so is a code that is none.
  if (cores.includes(null) || shortest === undefined || shortest.length < 2) return [];
  return [at.in("from", index).problem(`"${name}" never leaves ${JSON.stringify(state)}: ${told(shortest)}`)];
}

/** What keeps this side from it: also that it is this side. */
function conflictWith(
  side: "shop" | "supplier",
  claims: readonly Claim[],
  entity: EntityInfo,
  context: CheckContext,
): readonly Claim[] | null {
  const core = conflictOf(claims, worldOf(context, entity, [side]));
  const isOfSide = core !== null && conflictOf(core, worldOf(context, entity)) === null;
  return isOfSide ? [...core, { what: `the ${side} who runs it`, condition: { all: [] } }] : core;
}

function guardOf({ when, require }: RawGuard): Predicate {
  const asked = require as Predicate;
  return when === undefined ? asked : { any: [{ not: when as Predicate }, asked] };
}

function seenBy({ raw: { visibleTo } }: EntityInfo, side: "shop" | "supplier"): Claim[] {
  const condition = visibleTo?.[side];
  return condition ? [{ what: `what the ${side} sees`, condition: condition as Predicate }] : [];
}

function told(core: readonly Claim[]): string {
  return `${core.map(({ what }) => what).join(" and ")} exclude each other`;
}

/** Who creates a row sees it, and sees it on the page where he did so. */
export const seenCreations: Check = (context) => [
  ...[...context.entities.values()].flatMap((entity) => creatorProblems(entity, context)),
  ...context.modules.flatMap((module) => pageProblems(module, context)),
];

function creatorProblems(entity: EntityInfo, context: CheckContext): Problem[] {
  const { raw, at } = entity;
  return (raw.save?.create?.by ?? []).flatMap((side, index) => {
    const place = at.in("save", "create", "by", index);
    if (side === "supplier" && raw.tenancy === "shop" && !raw.supplierReads)
      return [place.problem("the supplier who creates a row cannot see it: the tenancy is shop", 'say "supplierReads": true')];
    const core = conflictOf([...newRow(entity), ...seenBy(entity, side)], worldOf(context, entity, [side]));
    return core === null || core.length < 2 ? [] : [place.problem(`the ${side} who creates a row cannot see it: ${told(core)}`)];
  });
}

function pageProblems({ raw, at, entity }: ModuleInfo, context: CheckContext): Problem[] {
  const index = (raw.actions ?? []).findIndex((action) => asAction(action).action === "create");
  if (index < 0 || raw.where === undefined || !entity?.raw.save?.create) return [];
  const core = conflictOf([...newRow(entity), { what: '"where"', condition: raw.where as Predicate }], worldOf(context, entity));
  if (core === null || core.length < 2) return [];
  return [at.in("actions", index).problem(`rows that are created here are not on this page: ${told(core)}`)];
}

/** What is sure of a new row: the states it begins in, and what no form writes. */
function newRow({ raw, fields }: EntityInfo): Claim[] {
  const states = Object.entries(raw.states ?? {}).map(([field, { default: initial }]): Claim => {
    return { what: `the state ${JSON.stringify(initial)} it begins in`, condition: { eq: [field, initial] } };
  });
  const values = [...fields.values()].flatMap(({ name, raw: { readonly, default: value } }): Claim[] => {
    if (!readonly || value === undefined || typeof value === "object" || raw.states?.[name]) return [];
    return [{ what: `${name} ${JSON.stringify(value)}`, condition: { eq: [name, value] } }];
  });
  // What is written by what happens at a saving may be something else then.
  return raw.save?.create?.effects?.length ? states : [...states, ...values];
}

/** A page's button can be pressed on some of its rows: they are in a state that the transition leaves. */
export const reachedStates: Check = (context) =>
  context.modules.flatMap(({ raw, at, entity }) => {
    if (raw.where === undefined || !entity) return [];
    const where: Claim = { what: '"where"', condition: raw.where as Predicate };
    return (raw.actions ?? []).flatMap((entry, index) => {
      const { action, open } = asAction(entry);
      const found = machinesOf(entity).flatMap((machine) =>
        machine.transitions.flatMap((each) =>
          each.name === action && open === undefined ? [{ field: machine.field, raw: each.raw }] : [],
        ),
      )[0];
      if (!found) return [];
      const claims: Claim[] = [
        { what: `the states ${JSON.stringify(found.raw.from)}`, condition: { in: [found.field, found.raw.from] } },
        ...(found.raw.when ? [{ what: 'the "when" of the transition', condition: found.raw.when as Predicate }] : []),
        where,
      ];
      const core = conflictOf(claims, worldOf(context, entity));
      if (core === null || core.length < 2 || !core.includes(where)) return [];
      return [placeOf(at, index).problem(`dead button: "${action}" is on no row of this page: ${told(core)}`)];
    });
  });

function placeOf(at: Place, index: number): Place {
  return at.in("actions", index);
}
