import { writeEvent } from "../server/engine/event-log.ts";
import { fromHead } from "../server/engine/save/draft.ts";
import { askGuards, runSaveEffects } from "../server/engine/save/finish-save.ts";
import type { Row } from "../shared/domain/cell.ts";
import { dayOf } from "../shared/domain/day.ts";
import type { LineRows } from "../shared/domain/form/form-cells.ts";
import { completeForm } from "./complete-form.ts";
import { sideOf, workOf } from "./play.ts";
import { entityIn, put, type SeedUser, type ShopWorld } from "./world.ts";

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
  const left = await runSaveEffects(at, entity, rule, row);
  await writeEvent(world.store, work, entity, left, { action: "create", from: null, to: null });
  return left;
}
