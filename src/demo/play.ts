import { profileOf } from "../server/base/viewer.ts";
import type { Work } from "../server/engine/effects/effect.ts";
import { writeEvent } from "../server/engine/event-log.ts";
import { runTransition } from "../server/engine/run-transition.ts";
import { fromHead } from "../server/engine/save/draft.ts";
import { askGuards, runSaveEffects } from "../server/engine/save/finish-save.ts";
import { systemWork } from "../server/engine/system.ts";
import { transitionOf } from "../server/engine/values/names.ts";
import type { Row } from "../shared/domain/cell.ts";
import { dayOf } from "../shared/domain/day.ts";
import type { LineRows } from "../shared/domain/form/form-cells.ts";
import { holds } from "../shared/domain/predicate.ts";
import { remembered } from "../shared/domain/remembered.ts";
import type { Party, Registry } from "../shared/registry/model.ts";
import { completeForm } from "./complete-form.ts";
import { entityIn, put, rowIn, type SeedUser, type ShopWorld } from "./world.ts";

/** What is done to which row. */
export interface Act {
  readonly entity: string;
  readonly id: number;
  readonly transition: string;
  readonly reason?: string;
  /** Ids of the ticked lines, where the transition asks for them. */
  readonly ticked?: readonly number[];
  /** What was found out before, where the transition asks for it. */
  readonly answer?: Row;
  /** The page it is done on, where another one than the first shows such rows. */
  readonly module?: number;
  /** Rights the user holds besides the one it needs. */
  readonly functions?: readonly string[];
  /** It was done before the shop got its profiles: what they say did not count yet. */
  readonly isBeforeProfiles?: boolean;
}

/** A user acts, exactly as on the server: same checks, same effects, same history. */
export async function act(today: ShopWorld, user: SeedUser, now: Date, what: Act): Promise<Row> {
  const world = what.isBeforeProfiles ? { ...today, registry: today.plainRegistry } : today;
  const key = transitionOf(entityIn(world, what.entity), what.transition).key;
  const functions = [...(what.functions ?? []), ...(key === null ? [] : [key])];
  const work = workOf(world, user, now, { entity: what.entity, module: what.module, functions });
  return run(world, what, { ...work, reason: what.reason ?? "", reqkey: keyOf(what), answer: what.answer });
}

/** The system acts. */
export async function actAsSystem(world: ShopWorld, now: Date, what: Act): Promise<Row> {
  return run(world, what, { ...systemAt(world, now), reqkey: keyOf(what) });
}

/** Work of the system. */
export function systemAt(world: ShopWorld, now: Date): Work {
  return systemWork(world.registry, world.plan.id, now, "seed");
}

/** What somebody types and chooses in a form; everything else follows as on the server. */
export interface Entry {
  readonly entity: string;
  readonly values: Row;
  /** Line entity to its rows. */
  readonly lines?: LineRows;
  /** The page it is entered on, where another one than the first shows such rows. */
  readonly module?: number;
}

/** A user enters a new document: values by the form's own rules, guards, effects and history of the saving. */
export async function enter(world: ShopWorld, user: SeedUser, now: Date, entry: Entry): Promise<Row> {
  const entity = entityIn(world, entry.entity);
  const rule = entity.save.create;
  if (!rule?.by.includes(sideOf(user))) throw new Error(`seed: ${user.userId} may not enter a ${entity.name}`);
  const work = { ...workOf(world, user, now, { ...entry, functions: ["add"] }), reqkey: `seed-${entity.name}-create` };
  const own = user.provId !== "" && entity.supplierField !== null ? { [entity.supplierField]: user.provId } : {};
  const { head, lines } = await completeForm(world, entity, work, { ...entry.values, ...own }, entry.lines ?? {});
  const number = entity.number;
  const numbered = number ? { [number.field]: await world.store.nextNumber(number.prefix, dayOf(now)) } : {};
  const row = await put(world, entity.name, { ...head, ...numbered });
  for (const [name, rows] of Object.entries(lines)) {
    for (const line of rows) await put(world, name, { ...line, ...fromHead(row, entity, entityIn(world, name)) });
  }
  const at = { store: world.store, work };
  await askGuards(at, entity, rule, row);
  const left = await runSaveEffects(at, entity, rule.effects, row);
  await writeEvent(world.store, work, entity, left, { action: "create", from: null, to: null });
  return left;
}

/** Somebody of this side opens the document: its unread counter is cleared. */
export async function open(world: ShopWorld, side: Party, entity: string, id: number): Promise<void> {
  const key = { entity, bllid: String(id), side };
  await world.store.update(entityIn(world, "TaskState"), key, { taskcount: 0 });
}

/** This user opens the row's page: as {@link open}, and what the entity says of opening. */
export async function openAs(world: ShopWorld, user: SeedUser, now: Date, name: string, id: number): Promise<void> {
  const entity = entityIn(world, name);
  const row = await rowIn(world, name, { Id: id });
  const work = workOf(world, user, now, { entity: name });
  await open(world, sideOf(user), name, id);
  const { opened } = entity;
  if (!opened?.by.includes(sideOf(user)) || (opened.when !== null && !holds(opened.when, entity.fields, row, work.env))) return;
  await runSaveEffects({ store: world.store, work }, entity, opened.effects, row);
}

const sideOf = (user: SeedUser): Party => (user.provId === "" ? "shop" : "supplier");

/** Where and with which rights a user works. */
interface WorkPlace {
  readonly entity: string;
  readonly module?: number | undefined;
  readonly functions?: readonly string[];
}

/** What a user's work is done with; without a reason and with a key that says where it comes from. */
export function workOf(world: ShopWorld, user: SeedUser, now: Date, { entity, module, functions = [] }: WorkPlace): Work {
  const side = sideOf(user);
  const actor = {
    USER_ID: user.userId,
    UsrName: user.userName,
    SHOP_ID: world.plan.id,
    PROV_ID: user.provId,
    side,
    isconfirm: user.isConfirm,
  };
  const flags = profileOf(world.registry, world.plan.id).flags;
  return {
    registry: world.registry,
    actor: { kind: side, userId: user.userId, userName: user.userName },
    env: { today: dayOf(now), actor, functions: new Set(functions), flags },
    now,
    reason: "",
    reqkey: "seed",
    moduleId: module ?? moduleOf(world, entity),
  };
}

async function run(world: ShopWorld, { entity, id, transition, ticked }: Act, work: Work): Promise<Row> {
  const model = entityIn(world, entity);
  try {
    return await runTransition(world.store, { ...work, entity: model, transition: transitionOf(model, transition), id, ticked });
  } catch (error) {
    throw new Error(`seed: ${world.plan.id} ${entity} ${id} ${transition}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

const keyOf = ({ entity, id, transition }: Act): string => `seed-${entity}-${id}-${transition}`;

/** The first module that shows the entity: where its users work. */
const moduleOf = ({ registry }: ShopWorld, entity: string): number | null => firstModules(registry.modules).get(entity) ?? null;

const firstModules = remembered((modules: Registry["modules"]) => {
  const latestFirst = Object.values(modules).toReversed();
  return new Map(latestFirst.map(({ entity, id }) => [entity, id]));
});
