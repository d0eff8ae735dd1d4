import type { ModuleInfo } from "../catalogue.ts";
import type { RawTodo } from "../generated/raw.ts";
import { machinesOf } from "../machines.ts";
import type { Place } from "../place.ts";
import type { WholeModule, WholeTransition } from "../whole-types.ts";
import { asAction, sidesOf } from "./actions.ts";

type Sides = readonly WholeModule["audience"][number][];

/** A to-do of a page, and the sides that see it. */
export interface TodoUse {
  readonly raw: RawTodo;
  readonly at: Place;
  readonly sides: Sides;
}

/** The to-dos of a page. */
export function todosOf(module: ModuleInfo): TodoUse[] {
  return (module.raw.todos ?? []).map((raw, index) => ({
    raw,
    at: module.at.in("todos", index),
    sides: raw.audience ?? sidesOfAction(module, raw.action) ?? module.raw.audience,
  }));
}

/** The transition of that name, and the field it moves. */
export function transitionNamed({ entity }: ModuleInfo, name: string | undefined): { field: string; raw: WholeTransition } | undefined {
  const machines = entity ? machinesOf(entity) : [];
  return machines.flatMap(({ field, transitions }) =>
    transitions.filter((each) => each.name === name).map(({ raw }) => ({ field, raw })),
  )[0];
}

/** Sides that get the page's action of that name; undefined where the page has none. */
export function sidesOfAction(module: ModuleInfo, name: string | undefined): Sides | undefined {
  const { raw, entity } = module;
  const action = (raw.actions ?? []).map(asAction).find((each) => each.action === name);
  if (!action) return undefined;
  const { audience = raw.audience, open } = action;
  const writes = name === "create" || name === "edit" || name === "delete" ? entity?.raw.save?.[name]?.by : undefined;
  const by = open ? undefined : (transitionNamed(module, name)?.raw.by ?? writes);
  return by ? sidesOf(by, audience) : audience;
}
