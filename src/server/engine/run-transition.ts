import type { Row } from "../../shared/domain/cell.ts";
import { fieldsOfPredicate } from "../../shared/domain/predicate.ts";
import { elsewhere, isOffered, refusal } from "../../shared/domain/transition-rules.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Predicate } from "../../shared/registry/language.ts";
import type { Entity, Registry, Transition } from "../../shared/registry/model.ts";
import { type Reason, Refused } from "../base/refused.ts";
import { profileOf, registryOf } from "../base/viewer.ts";
import { ROW_MISSING } from "../query/rows-by-ids.ts";
import { countToday } from "./duties/day-limit.ts";
import { namesOn } from "./duties/person.ts";
import { isKeptApart, refuseClash } from "./duties/refuse-clash.ts";
import type { EffectContext, Work } from "./effects/effect.ts";
import { fieldsOfEffects, ownChanges, runEffects } from "./effects/effects.ts";
import { fieldsOfValues, resolveMatch } from "./effects/value-source.ts";
import { writeEvent } from "./event-log.ts";
import { patched, type Store } from "./store/store.ts";
import { withVersion } from "./store/stored-fields.ts";
import type { RowOf } from "./store/typed-rows.ts";
import { asSystem } from "./system.ts";
import { tickLines } from "./tick-lines.ts";
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
  /** Ids of the lines the user ticked, where the transition asks for ticks. */
  readonly ticked?: readonly number[] | undefined;
}

/**
 * Runs one transition of one row in the caller's transaction, or throws an ApiError: 404 no such row, 409 the row is
 * no longer as it was, 403 not this party's, 400 no reason given, 422 a guard's own text. Returns the row as it is then.
 */
export async function runTransition(store: Store, asked: TransitionRequest, depth = 0): Promise<Row> {
  const request = inShop(store, asked);
  const { entity, transition, id, env, registry } = request;
  if (depth > MAX_DEPTH) throw new Error(`${entity.name}.${transition.name}: transitions set each other off in a circle`);
  const [locked] = await store.lock(entity, [id]);
  if (!locked) throw new ApiError(CODE.missing, ROW_MISSING);
  const reading = { store, registry, env };
  const needed = neededFields(entity, transition);
  checkOffer(request, await completeRow(reading, entity, locked, needed.offer));
  await tickLines(store, request, locked);
  const before = await completeRow(reading, entity, locked, needed.before);
  refuse(request, before);
  await refuseForOthers(store, request, before);
  const deed = { entity, action: transition.name, row: before };
  await refuseClash(store, request, deed);
  await countToday(store, request, deed);

  const tools = effectContext(store, request, entity, before, depth);
  const from = before[transition.field] ?? null;
  const to = transition.to ?? from;
  const patch = { ...(await ownChanges(tools, transition.effects)), [transition.field]: to };
  const expected = { id, field: transition.field, from, rowver: Number(locked.rowver) };
  if (!(await store.updateGuarded(entity, expected, patch))) throw stale(request, { kind: "state", entity, transition, row: before });

  const after = patched(locked, withVersion(entity, patch));
  const left = await runEffects({ ...tools, row: await completeRow(reading, entity, after, needed.after) }, transition.effects);
  await writeEvent(store, request, entity, left, { action: transition.name, from, to });
  return left;
}

/**
 * What {@link runTransition} would refuse the row with as it stands, told without locking or changing anything; null: nothing now.
 * Lines that the user would tick are taken as they are.
 */
export async function refusalNow(store: Store, asked: TransitionRequest): Promise<ApiError | null> {
  const request = inShop(store, asked);
  const { entity, transition, id, env, registry } = request;
  const [row] = await store.find(entity, { Id: id });
  if (!row) return new ApiError(CODE.missing, ROW_MISSING);
  const reading = { store, registry, env };
  const needed = neededFields(entity, transition);
  try {
    checkOffer(request, await completeRow(reading, entity, row, needed.offer));
    const before = await completeRow(reading, entity, row, needed.before);
    refuse(request, before);
    await refuseForOthers(store, request, before);
    const deed = { entity, action: transition.name, row: before };
    await refuseClash(store, request, deed);
    await countToday(store, request, deed, true);
    await refuseConsequences(store, request, before);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/**
 * What the transition would do to other rows in consequence may be refused: by their guards, and as what its person is kept from. What this
 * row was asked in the same words is not asked again.
 */
async function refuseConsequences(store: Store, request: TransitionRequest, row: Row, asked: readonly string[] = []): Promise<void> {
  const { entity, transition, registry, env } = request;
  const words = [...asked, ...transition.guards.map(({ message }) => message)];
  for (const effect of transition.effects) {
    if (effect.kind !== "run") continue;
    const target = entityOf<string>(registry, effect.entity);
    const next = transitionOf(target, effect.action);
    const isApart = isKeptApart(store, registry, effect.entity, effect.action);
    if (!isApart && !mayRefuse(registry, next)) continue;
    const complete = await completeRow({ store, registry, env }, entity, row, fieldsOfValues(effect.match));
    const match = await resolveMatch(effect.match, target, effectContext(store, request, entity, complete), null);
    for (const one of match === null ? [] : await store.find(target, match)) {
      const own = { rowver: undefined, ticked: undefined };
      const step = { ...asSystem(request), ...own, entity: target, transition: next, id: Number(one.Id) };
      const guards = next.guards.filter(({ message }) => !words.includes(message));
      if (guards.length > 0) {
        const before = await completeRow({ store, registry, env: step.env }, target, one, neededFields(target, next).before);
        refuse({ ...step, transition: { ...next, guards } }, before);
      }
      if (isApart) await refuseClash(store, step, { entity: target, action: effect.action, row: one });
      await refuseConsequences(store, step, one, words);
    }
  }
}

const refusing = new WeakMap<Transition, boolean>();

/** Whether the transition, or what it sets off, has a guard. One that leads back to itself adds none. */
function mayRefuse(registry: Registry, transition: Transition): boolean {
  const found = refusing.get(transition);
  if (found !== undefined) return found;
  refusing.set(transition, false);
  const next = transition.effects.flatMap((effect) =>
    effect.kind === "run" ? [transitionOf(entityOf<string>(registry, effect.entity), effect.action)] : [],
  );
  const may = transition.guards.length > 0 || next.some((one) => mayRefuse(registry, one));
  refusing.set(transition, may);
  return may;
}

/** The same as the row's shop has it: its profile says the guards, whoever asks (docs/decisions/76). */
function inShop({ shopId }: Store, asked: TransitionRequest): TransitionRequest {
  const patched = profileOf(asked.registry, shopId).entities[asked.entity.name];
  if (patched === undefined || patched === asked.entity) return asked;
  return {
    ...asked,
    registry: registryOf(asked.registry, shopId),
    entity: patched,
    transition: transitionOf(patched, asked.transition.name),
  };
}

/** The checks of one row that come before anything is done to it, in the order a user should hear of them. */
function checkOffer(request: TransitionRequest, row: Row): void {
  const { entity, transition, actor, env, registry, rowver, reason } = request;
  // guard key: tests/server/flows/illegal-edges.test.ts
  if (!transition.by.includes(actor.kind)) throw refusalOf(registry, registry.messages.NOFUNC, { kind: "party", by: transition.by });
  // guard predicate: tests/server/flows/illegal-edges.test.ts
  if (!isOffered(entity, transition, row, env)) throw notOffered(request, row);
  // guard check: tests/server/flows/run-action.test.ts
  if (rowver !== undefined && rowver !== row.rowver) throw stale(request, { kind: "version", seen: rowver, now: Number(row.rowver) });
  // guard check: tests/server/flows/guards.test.ts
  if (transition.needsReason && reason.trim() === "") throw new ApiError(CODE.badInput, `请填写${transition.reasonTitle}`);
}

/** A row in another state has usually been changed by somebody; some transitions have more to say (`elsewhere`). */
function notOffered(request: TransitionRequest, row: Row): ApiError {
  const { entity, transition, env, registry } = request;
  const isInState = transition.from.some((code) => code === (row[transition.field] ?? null));
  const guard = isInState ? null : elsewhere(entity, transition, row, env);
  const reason: Reason = { kind: "state", entity, transition, row };
  return guard === null ? stale(request, reason) : refusalOf(registry, guard.message, reason);
}

/** The guards: they see the lines as the user has ticked them. */
function refuse({ entity, transition, env, registry, moduleId }: TransitionRequest, row: Row): void {
  const guard = refusal(entity, transition.guards, row, env);
  if (guard) throw refusalOf(registry, guard.message, { kind: "condition", entity, require: guard.require, row, moduleId });
}

/** Who acts for somebody is refused as that one would be, and each is taken for whoever has acted on the row for him (docs/decisions/103). */
async function refuseForOthers(store: Store, request: TransitionRequest, row: Row): Promise<void> {
  const { entity, transition, actor, env } = request;
  const asksWho = transition.guards.some(({ require }) => namesActor(require));
  if (!asksWho || actor.kind === "system") return;
  for (const USER_ID of await namesOn(store, request, entity.name, request.id))
    if (USER_ID !== actor.userId) refuse({ ...request, env: { ...env, actor: { ...env.actor, USER_ID } } }, row);
}

/** Whether a condition compares with the account of who acts. */
const namesActor = (condition: Predicate): boolean => JSON.stringify(condition).includes('{"actor":"USER_ID"}');

/** A guard's own text with its code: 422, except for the two texts that stand for a code of their own. */
export function refusalOf({ messages }: Registry, message: string, reason: Reason): ApiError {
  if (message === messages.NOFUNC) return new Refused(CODE.forbidden, message, reason);
  return new Refused(message === messages.STALE ? CODE.conflict : CODE.rule, message, reason);
}

function stale({ registry }: TransitionRequest, reason: Reason): ApiError {
  return refusalOf(registry, registry.messages.STALE, reason);
}

interface NeededFields {
  /** Read by what offers the transition. */
  readonly offer: readonly string[];
  /** Read by the conditions and by what is written with the state. */
  readonly before: readonly string[];
  /** Read by the effects that follow. */
  readonly after: readonly string[];
}

const known = new WeakMap<Transition, NeededFields>();
function neededFields(entity: Entity, transition: Transition): NeededFields {
  const found = known.get(transition);
  if (found) return found;
  const read = (conditions: readonly (Predicate | null)[]) =>
    conditions.flatMap((condition) => (condition === null ? [] : fieldsOfPredicate(condition)));
  const { own, after } = fieldsOfEffects(entity, transition.effects);
  const guards = read(transition.guards.flatMap((guard) => [guard.when, guard.require]));
  const besides = transition.guards.filter((guard) => guard.isElsewhere).map((guard) => guard.when);
  const needed = { offer: read([transition.when, ...besides]), before: [...guards, ...own], after };
  known.set(transition, needed);
  return needed;
}

/** What effects of this work need: the row, and the rows around it. */
export function effectContext(store: Store, work: Work, entity: Entity, row: Row, depth = 0): EffectContext {
  return {
    store,
    work,
    entity,
    row,
    async lines<Line extends string>(head: Row, name: Line) {
      const lines = entityOf<string>(work.registry, name);
      if (!lines.head) throw new Error(`${name} is no line entity`);
      // Rows of the entity of that name.
      return (await store.find(lines, { [lines.head.field]: head[lines.head.key] ?? null })) as readonly RowOf<Line>[];
    },
    async runAsSystem(target, name, id) {
      // The version and the ticks are those of the row the user looked at, not of this one.
      const own = { rowver: undefined, ticked: undefined };
      await runTransition(store, { ...asSystem(work), ...own, entity: target, transition: transitionOf(target, name), id }, depth + 1);
    },
  };
}
