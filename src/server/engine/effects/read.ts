import { entityOf } from "../values/names.ts";
import type { EffectDef } from "./effect.ts";

/** Clears one side's unread counter of the row. */
export const read: EffectDef<"read"> = {
  reads: () => [],
  async run({ read: side }, { store, work, entity, row }) {
    const tasks = entityOf(work.registry, "TaskState");
    await store.updateIn(tasks, "bllid", [String(row.Id)], { entity: entity.name, side }, { taskcount: 0 });
  },
};
