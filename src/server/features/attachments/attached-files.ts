import type { Row } from "../../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Party } from "../../../shared/registry/model.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { unread } from "../../engine/effects/unread.ts";
import { entityOf } from "../../engine/values/names.ts";

/** Adds the picture that the work names as its reason to the row (docs/decisions/36). The flow has proved that it is the user's to add. */
export async function attachFile(context: EffectContext): Promise<Row> {
  const { store, work, entity, row } = context;
  const urls = urlsOf(row);
  if (urls.includes(work.reason)) throw refuse("该附件已上传");
  const attachurl = [...urls, work.reason].join();
  if (attachurl.length > (entity.fields.attachurl?.length ?? 0)) throw refuse("附件过多，请先删除不需要的附件");
  if (!(await store.exists(entityOf(work.registry, "Attachment"), { url: work.reason }))) throw refuse("附件不存在");
  if (work.actor.kind === "supplier") await unread.run?.({ kind: "unread", unread: "shop" }, context);
  return { attachurl, attachside: work.actor.kind };
}

/**
 * Takes the picture that the work names as its reason from the row (docs/decisions/36): only the side that has uploaded it may. The file is
 * kept.
 */
export async function detachFile(context: EffectContext): Promise<Row> {
  const { work, row } = context;
  const left = urlsOf(row).filter((url) => url !== work.reason);
  if (left.length === urlsOf(row).length) throw new ApiError(CODE.missing, "附件不存在");
  if ((await sideOfPicture(context, row, work.reason)) !== work.actor.kind)
    throw new ApiError(CODE.forbidden, work.registry.messages.NOFUNC ?? "");
  const last = left.at(-1);
  return {
    attachurl: last === undefined ? null : left.join(),
    attachside: last === undefined ? null : await sideOfPicture(context, row, last),
  };
}

/** The addresses of a row's pictures, the oldest first. */
export function urlsOf({ attachurl = null }: Row): string[] {
  return attachurl === null ? [] : String(attachurl).split(",").filter(Boolean);
}

/**
 * Which side a picture of a row came from. The row says it of an only one; of several their files do: a supplier's has its code.
 */
export async function sideOfPicture({ store, work }: Pick<EffectContext, "store" | "work">, row: Row, url: string): Promise<Party> {
  if (urlsOf(row).length === 1) return row.attachside === "supplier" ? "supplier" : "shop";
  const [file] = await store.find(entityOf(work.registry, "Attachment"), { url });
  return (file?.provid ?? null) === null ? "shop" : "supplier";
}
