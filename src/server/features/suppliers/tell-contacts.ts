import { timeOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { Enabled, type MessageRow, type ProviderRow } from "../../generated/entities.ts";

/** What is told of a change, and whose hand it was. */
interface News {
  readonly title: string;
  readonly content: string;
  /** Accounts of those who need not be told. */
  readonly besides: readonly (string | null)[];
}

/**
 * Tells of a change of a supplier's accounts (docs/decisions/93): every user of the supplier but those whose hand it was, each by a message of
 * his own, so that nobody reads it away from the others; with no other user the supplier as a whole. The shop is told whom to call: what
 * the file says may be all that somebody else's hand has not reached.
 */
export async function tellContacts(
  context: EffectContext,
  { provid, contact, tel, email }: ProviderRow,
  { title, content, besides }: News,
): Promise<void> {
  const { store, work, entity, row } = context;
  const Billid = typeof row.Billid === "string" ? row.Billid : null;
  const about = { entity: entity.name, bllid: String(row.Id), Billid, title, sendtime: timeOf(work.now) };
  const messages = entityOf(work.registry, "Message");
  const tell = (message: Partial<MessageRow>) => createRow(context, messages, { ...about, ...message });
  const users = await store.find(entityOf(work.registry, "User"), { PROV_ID: provid, statu: Enabled.enabled });
  const others = users.map(({ USER_ID }) => USER_ID).filter((account) => !besides.includes(account));
  for (const USER_ID of others.length > 0 ? others : [null])
    await tell({ side: "supplier", USER_ID, content: `${content}。如非贵司申请，请立即联系商场财务撤回。` });
  const known = [contact, tel, email].filter((one) => (one ?? "") !== "").join("，") || "档案中没有联系方式";
  await tell({ side: "shop", content: `${content}。请按档案中的联系方式向供应商核实：${known}。` });
}
