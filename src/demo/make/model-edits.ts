import { profileOf } from "../../server/base/viewer.ts";
import { textHash } from "../../shared/build-registry.ts";
import { dayOf, timeOf } from "../../shared/domain/day.ts";
import modelEdits from "../data/model-edits.json" with { type: "json" };
import { planSteps } from "../life.ts";
import { minute } from "../timeline.ts";
import { onDay, put, type TradingShop } from "../world.ts";

const HOUR = 17;

/**
 * Plans the edits of files that once waited for a confirmation, in shops whose users may give it: one that an administrator confirmed,
 * one that was applied on the server, one that he rejected and that was taken back. None waits: the demo's files are those in force.
 */
export function planModelEdits(shop: TradingShop): void {
  if (profileOf(shop.registry, shop.plan.id).flags.configures !== true) return;
  let basis = versionIn(shop, 0);
  for (const [n, plan] of modelEdits.plans.entries()) {
    const version = versionIn(shop, n + 1);
    const step = { basis, version };
    onDay(shop, plan.offset, minute(HOUR, n), async (now) => {
      const Billid = await shop.store.nextNumber("GX", dayOf(now));
      const made = { creator: "系统", createtime: timeOf(now), since: timeOf(now) };
      const heldcount = plan.lines.filter(({ kind }) => kind === "held").length;
      const row = await put(shop, "ModelEdit", { Billid, ...step, ...made, heldcount, changecount: plan.lines.length, state: "waiting" });
      for (const [at, line] of plan.lines.entries()) await put(shop, "ModelEditLine", { Billid, LineNo: at + 1, ...line });
      planSteps(shop, modelEdits.steps, plan, n, { entity: "ModelEdit", id: Number(row.Id), module: 9003 });
    });
    if (plan.ends !== "rejected") basis = version;
  }
}

const versionIn = ({ plan }: TradingShop, n: number) => textHash([plan.id, "ModelEdit", String(n)]);
