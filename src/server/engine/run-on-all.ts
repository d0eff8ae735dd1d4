import { ApiError } from "../../shared/protocol/envelope.ts";
import type { Transition } from "../../shared/registry/model.ts";
import type { ListPlan } from "../query/list-plan.ts";
import { offeredIds } from "./offered-ids.ts";

/**
 * Runs a transition on every row of the plan that offers it now, `most` at a time. Where one of them is refused, the others of its
 * batch are done one by one: nobody has chosen it, so nobody has to hear of it. Returns the ids of those that were done.
 */
export async function runOnAll(
  plan: ListPlan,
  transition: Transition,
  most: number,
  run: (ids: readonly number[]) => Promise<unknown>,
): Promise<number[]> {
  const done: number[] = [];
  const tryOn = async (ids: readonly number[]): Promise<boolean> => {
    try {
      await run(ids);
      done.push(...ids);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  };
  for (let last = 0; ; ) {
    const ids = await offeredIds(plan, transition, last, most);
    if (ids.length > 0 && !(await tryOn(ids)) && ids.length > 1) for (const id of ids) await tryOn([id]);
    if (ids.length < most) return done;
    last = ids.at(-1) ?? last;
  }
}
