import type { Row } from "../../../shared/domain/cell.ts";
import { dayOf } from "../../../shared/domain/day.ts";
import type { Party } from "../../../shared/registry/model.ts";
import type { Work } from "../../flows/effects/effect.ts";
import { runTransition } from "../../flows/run-transition.ts";
import { systemWork } from "../../flows/system.ts";
import { transitionOf } from "../../flows/values/names.ts";
import { profileOf } from "../../viewer.ts";
import { entityIn, type SeedUser, type ShopWorld } from "./world.ts";

/** What is done to which row. */
export interface Act {
  readonly entity: string;
  readonly id: number;
  readonly transition: string;
  readonly reason?: string;
}

/** A user acts, exactly as on the server: same checks, same effects, same history. */
export async function act(world: ShopWorld, user: SeedUser, now: Date, what: Act): Promise<Row> {
  const key = transitionOf(entityIn(world, what.entity), what.transition).key;
  const side: Party = user.provId === "" ? "shop" : "supplier";
  const actor = { USER_ID: user.userId, UsrName: user.userName, PROV_ID: user.provId, side, isconfirm: user.isConfirm };
  const flags = profileOf(world.registry, world.plan.id).flags;
  return run(world, what, {
    registry: world.registry,
    actor: { kind: side, userId: user.userId, userName: user.userName },
    env: { today: dayOf(now), actor, functions: new Set(key === null ? [] : [key]), flags },
    now,
    reason: what.reason ?? "",
    reqkey: keyOf(what),
    moduleId: moduleOf(world, what.entity),
  });
}

/** The system acts. */
export async function actAsSystem(world: ShopWorld, now: Date, what: Act): Promise<Row> {
  return run(world, what, systemWork(world.registry, world.plan.id, now, keyOf(what)));
}

/** Somebody of this side opens the document: its unread counter is cleared. */
export async function open(world: ShopWorld, side: Party, entity: string, row: Row): Promise<void> {
  const key = { entity, bllid: String(row.Id), side };
  await world.store.update(entityIn(world, "TaskState"), key, { taskcount: 0 });
}

async function run(world: ShopWorld, { entity, id, transition }: Act, work: Work): Promise<Row> {
  const model = entityIn(world, entity);
  try {
    return await runTransition(world.store, { ...work, entity: model, transition: transitionOf(model, transition), id });
  } catch (error) {
    throw new Error(`seed: ${world.plan.id} ${entity} ${id} ${transition}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

const keyOf = ({ entity, id, transition }: Act): string => `seed-${entity}-${id}-${transition}`;

/** The first module that shows the entity: where its users work. */
function moduleOf({ registry }: ShopWorld, entity: string): number | null {
  return Object.values(registry.modules).find((module) => module.entity === entity)?.id ?? null;
}
