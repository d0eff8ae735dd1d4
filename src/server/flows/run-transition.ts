import type { Row } from "../../shared/domain/cell.ts";
import { fieldsOfPredicate } from "../../shared/domain/predicate.ts";
import { isOffered, refusal } from "../../shared/domain/transition-rules.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Entity, Registry, Transition } from "../../shared/registry/model.ts";
import { MISSING } from "../query/rows-by-ids.ts";
import type { EffectContext, Work } from "./effects/effect.ts";
import { fieldsOfEffects, ownChanges, runEffects } from "./effects/effects.ts";
import { writeEvent } from "./event-log.ts";
import { patched, type Store } from "./store.ts";
import { withVersion } from "./stored-fields.ts";
import { asSystem } from "./system.ts";
import { completeRow } from "./values/complete-row.ts";
import { entityOf, transitionOf } from "./values/names.ts";

/** How deep transitions may set off others; deeper is a circle in the files. */
const MAX_DEPTH = 8;

/** Which way which row goes. */
export interface TransitionRequest extends Work {
  readonly entity: Entity;
  readonly transition: Transition;
  readonly id: number;
  /** The version the user saw; left out where nobody looked. */
  readonly rowver?: number | undefined;
}

/**
 * Runs one transition of one row in the caller's transaction, or throws an ApiError: 404 no such row, 409 the row is
 * no longer as it was, 403 not this party's, 400 no reason given, 422 a guard's own text. Returns the row as it is then.
 */
export async function runTransition(store: Store, request: TransitionRequest, depth = 0): Promise<Row> {
  const { entity, transition, id, env, registry } = request;
  if (depth > MAX_DEPTH) throw new Error(`${entity.name}.${transition.name}: transitions set each other off in a circle`);
  const [locked] = await store.lock(entity, [id]);
  if (!locked) throw new ApiError(CODE.missing, MISSING);
  const reading = { store, registry, env };
  const needed = neededFields(entity, transition);
  const before = await completeRow(reading, entity, locked, needed.before);
  refuse(request, before);

  const tools = { store, work: request, entity, transition, ...relations(store, request, depth) };
  const from = before[transition.field] ?? null;
  const to = transition.to ?? from;
  const patch = { ...(await ownChanges({ ...tools, row: before })), [transition.field]: to };
  const expected = { id, field: transition.field, from, rowver: Number(locked.rowver) };
  if (!(await store.updateGuarded(entity, expected, patch))) throw stale(request);

  const after = patched(locked, withVersion(entity, patch));
  const left = await runEffects({ ...tools, row: await completeRow(reading, entity, after, needed.after) });
  await writeEvent(store, request, entity, left, { action: transition.name, from, to });
  return left;
}

/** The checks of one row, in the order a user should hear of them. */
function refuse(request: TransitionRequest, row: Row): void {
  const { entity, transition, actor, env, registry, rowver, reason } = request;
  if (!transition.by.includes(actor.kind)) throw refusalOf(registry, registry.messages.NOFUNC ?? "");
  if (!isOffered(entity, transition, row, env)) throw stale(request);
  if (rowver !== undefined && rowver !== row.rowver) throw stale(request);
  if (transition.needsReason && reason.trim() === "") throw new ApiError(CODE.badInput, "请填写原因");
  const guard = refusal(entity, transition, row, env);
  if (guard) throw refusalOf(registry, guard.message);
}

/** A guard's own text with its code: 422, except for the two texts that stand for a code of their own. */
function refusalOf({ messages }: Registry, message: string): ApiError {
  if (message === messages.NOFUNC) return new ApiError(CODE.forbidden, message);
  return new ApiError(message === messages.STALE ? CODE.conflict : CODE.rule, message);
}

function stale({ registry }: TransitionRequest): ApiError {
  return refusalOf(registry, registry.messages.STALE ?? "");
}

interface NeededFields {
  /** Read by the conditions and by what is written with the state. */
  readonly before: readonly string[];
  /** Read by the effects that follow. */
  readonly after: readonly string[];
}

const known = new WeakMap<Transition, NeededFields>();

function neededFields(entity: Entity, transition: Transition): NeededFields {
  const found = known.get(transition);
  if (found) return found;
  const conditions = [transition.when, ...transition.guards.flatMap((guard) => [guard.if, guard.require])];
  const read = conditions.flatMap((condition) => (condition === null ? [] : fieldsOfPredicate(condition)));
  const { own, after } = fieldsOfEffects(entity, transition);
  const needed = { before: [...read, ...own], after };
  known.set(transition, needed);
  return needed;
}

/** How effects reach the rows around theirs. */
function relations(store: Store, request: TransitionRequest, depth: number): Pick<EffectContext, "lines" | "runAsSystem"> {
  const { registry } = request;
  return {
    async lines(row, name) {
      const lines = entityOf(registry, name);
      if (!lines.head) throw new Error(`${name} is no line entity`);
      return store.find(lines, { [lines.head.field]: row[lines.head.key] ?? null });
    },
    async runAsSystem(entity, name, id) {
      await runTransition(store, { ...asSystem(request), entity, transition: transitionOf(entity, name), id }, depth + 1);
    },
  };
}
