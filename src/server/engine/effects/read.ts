import { entityOf } from "../values/names.ts";
import type { EffectDef } from "./effect.ts";

/** Clears one side's unread counter of the row. */
export const read: EffectDef<"read"> = {
  reads: () => [],
  async run({ read: side }, { store, work, entity, row }) {
    const key = { entity: entity.name, bllid: String(row.Id), side };
    await store.update(entityOf(work.registry, "TaskState"), key, { taskcount: 0 });
  },
};
