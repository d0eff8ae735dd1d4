import type { Registry } from "../../../shared/registry/model.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { BankParty } from "./bank/gateway.ts";
import { type PayableEntity, type PayableRow, payableOf } from "./payables.ts";

/**
 * The accounts that get the money of a document, one for each document that is settled with it: what that one says itself
 * (docs/decisions/44), else the supplier's file. Never empty; an account that nobody has told is an empty text.
 */
export async function payeesOf(
  store: Store,
  registry: Registry,
  entity: PayableEntity,
  row: PayableRow,
): Promise<[BankParty, ...BankParty[]]> {
  const { parts } = payableOf(entity);
  const [provider] = await store.find(entityOf(registry, "Provider"), { provid: row.provid });
  const rows = parts === null ? [row] : await store.find(entityOf(registry, parts.entity), { [parts.by]: row.Billid });
  const name = row.Provider ?? provider?.Provider ?? "";
  const [first = { name, account: "", bank: "" }, ...others] = rows.map((one) => {
    const own = "BankAcct" in one ? one : null;
    return { name, account: own?.BankAcct ?? provider?.BankAcct ?? "", bank: own?.BankName ?? provider?.BankName ?? "" };
  });
  return [first, ...others];
}
