import type { Row } from "../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Transition } from "../../shared/registry/model.ts";
import type { Work } from "./effects/effect.ts";
import type { Store } from "./store/store.ts";
import { entityOf } from "./values/names.ts";

/** A transition on its way, with the ids of the lines the user ticked. */
interface Ticking extends Work {
  readonly transition: Transition;
  readonly ticked?: readonly number[] | undefined;
}

/**
 * Sets the flag on the lines the user ticked and clears it on the row's others. Throws Code 400 for a line of another row and
 * for too few of them. The system ticks nothing: for it the flags stay as they are.
 */
export async function tickLines(store: Store, request: Ticking, row: Row): Promise<void> {
  const { transition, registry, actor, ticked = [] } = request;
  if (transition.ticks === null && ticked.length > 0) throw new ApiError(CODE.badInput, "该操作不需要勾选明细");
  if (transition.ticks === null || actor.kind === "system" || actor.kind === "bank") return;
  const { entity: name, field, least } = transition.ticks;
  const lines = entityOf(registry, name);
  if (lines.head === null) throw new Error(`${name} is no line entity: the registry must have refused it`);
  const ofRow = { [lines.head.field]: row[lines.head.key] ?? null };
  const own = new Set((await store.find(lines, ofRow, true)).map(({ Id }) => Number(Id)));
  // guard scope: tests/server/flows/ticks-and-all.test.ts
  if (!ticked.every((id) => own.has(id))) throw new ApiError(CODE.badInput, `lines 中有不属于该单据的${lines.title}`);
  // guard check: tests/server/flows/ticks-and-all.test.ts
  if (new Set(ticked).size < least) throw new ApiError(CODE.badInput, `请至少勾选${least}行${lines.title}`);
  await store.update(lines, ofRow, { [field]: false });
  for (const id of [...ticked].sort((a, b) => a - b)) await store.update(lines, { Id: id }, { [field]: true });
}
