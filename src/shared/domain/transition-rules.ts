import type { Entity, Guard, Transition } from "../registry/model.ts";
import type { Cell, Row } from "./cell.ts";
import { holds, type PredicateEnv } from "./predicate.ts";

/** Whether the transition leaves this row's state now, guards aside: what makes a button appear on the row. */
export function isOffered(entity: Entity, transition: Transition, row: Row, env: PredicateEnv): boolean {
  const from: readonly Cell[] = transition.from;
  if (!from.includes(row[transition.field] ?? null)) return false;
  // guard predicate as true: tests/server/flows/guards.test.ts
  return transition.when === null || holds(transition.when, entity.fields, row, env);
}

/** What a row in another state is answered by this transition, where a guard says more than that it has changed; null: none does. */
export function elsewhere(entity: Entity, { guards }: Transition, row: Row, env: PredicateEnv): Guard | null {
  return guards.find((guard) => guard.isElsewhere && (guard.when === null || holds(guard.when, entity.fields, row, env))) ?? null;
}

/** The first of the guards, of a transition or a saving, that refuses the row; null: none does. */
export function refusal(entity: Entity, guards: readonly Guard[], row: Row, env: PredicateEnv): Guard | null {
  const counts = (guard: Guard) => guard.when === null || holds(guard.when, entity.fields, row, env);
  // guard predicate as null: tests/server/flows/guards.test.ts
  return guards.find((guard) => counts(guard) && !holds(guard.require, entity.fields, row, env)) ?? null;
}
