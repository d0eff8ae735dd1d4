import type { Row } from "../../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { sideOfPicture, urlsOf } from "./attached.ts";

/**
 * Takes the picture that the work names as its reason from the row (docs/decisions/36): only the side that has uploaded it may. The file is
 * kept.
 */
export async function detachFile(context: EffectContext): Promise<Row> {
  const { work, row } = context;
  const left = urlsOf(row).filter((url) => url !== work.reason);
  if (left.length === urlsOf(row).length) throw new ApiError(CODE.missing, "附件不存在");
  // guard key: tests/server/money/attachments.test.ts
  if ((await sideOfPicture(context, row, work.reason)) !== work.actor.kind)
    throw new ApiError(CODE.forbidden, work.registry.messages.NOFUNC);
  const last = left.at(-1);
  return {
    attachurl: last === undefined ? null : left.join(),
    attachside: last === undefined ? null : await sideOfPicture(context, row, last),
  };
}
