import { timeOf } from "../../../shared/domain/day.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { judge, logAnswer } from "./judge.ts";

/** 驳回: any node ends the application; what it says stays in the log. */
export async function refuseNode(context: EffectContext<"PayApply">): Promise<undefined> {
  await logAnswer(context, await judge(context), false, timeOf(context.work.now));
}
