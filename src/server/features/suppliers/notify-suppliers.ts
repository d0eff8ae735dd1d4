import { timeOf } from "../../../shared/domain/day.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { Enabled, type ProviderRow, ProviderStatu } from "../../generated/entities.ts";

const AT_ONCE = 500;

/** Tells every active supplier of the shop that something was published; of a bidding also those registered for biddings alone. */
export async function notifySuppliers(context: EffectContext<"PurchaseRelease">): Promise<undefined> {
  const { store, work, entity, row } = context;
  const messages = entityOf(work.registry, "Message");
  const message = {
    side: "supplier" as const,
    entity: entity.name,
    bllid: String(row.Id),
    Billid: row.Billid,
    title: `新的${row.PurchKind === "bidding" ? "竞价" : "招商"}发布：${row.title ?? ""}`.slice(
      0,
      messages.fields.title?.length ?? undefined,
    ),
    content: `报价时间 ${row.startdate ?? ""} 至 ${row.enddate ?? ""}，欢迎报价。`,
    sendtime: timeOf(work.now),
    creator: work.actor.userName,
    createtime: timeOf(work.now),
  };
  const rows = (await suppliersOf(context)).map((supplier) => ({ ...message, ...supplier }));
  for (let start = 0; start < rows.length; start += AT_ONCE) await store.insert(messages, rows.slice(start, start + AT_ONCE));
}

async function suppliersOf({ store, work, row }: EffectContext<"PurchaseRelease">): Promise<Pick<ProviderRow, "provid" | "Provider">[]> {
  const providers = await store.find(entityOf(work.registry, "Provider"), { statu: ProviderStatu.active });
  const suppliers = providers.map(({ provid, Provider }) => ({ provid, Provider }));
  if (row.PurchKind !== "bidding") return suppliers;
  const bidders = await store.find(entityOf(work.registry, "User"), { UserKind: "bidder", statu: Enabled.enabled });
  const codes = new Set(bidders.map(({ PROV_ID }) => PROV_ID ?? ""));
  for (const { provid } of providers) codes.delete(String(provid));
  return [...suppliers, ...[...codes].filter((code) => code !== "").map((provid) => ({ provid, Provider: null }))];
}
