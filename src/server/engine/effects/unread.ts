import { entityOf, supplierOf } from "../values/names.ts";
import { type EffectDef, recipientSide } from "./effect.ts";

/** Raises one side's unread counter of the row by one. */
export const unread: EffectDef<"unread"> = {
  reads: () => [],
  run: ({ unread: side }, { store, work, entity, row }) =>
    store.upsertAdd(entityOf(work.registry, "TaskState"), [
      {
        key: { entity: entity.name, bllid: String(row.Id), side: recipientSide(side, work.actor) },
        by: { taskcount: 1 },
        fresh: { provid: supplierOf(entity, row) },
      },
    ]),
};
