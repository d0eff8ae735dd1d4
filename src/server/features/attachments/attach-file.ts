import type { Row } from "../../../shared/domain/cell.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { unread } from "../../engine/effects/unread.ts";
import { entityOf } from "../../engine/values/names.ts";
import { urlsOf } from "./attached.ts";

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
