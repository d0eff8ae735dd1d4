import type { Registry } from "../../../shared/registry/model.ts";
import type { Store } from "../../engine/store/store.ts";
import { readableCell } from "../../engine/values/fill-text.ts";
import { entityField, entityOf } from "../../engine/values/names.ts";
import { PayeeAccountStatu, type PayeeNote, PayRecordResult } from "../../generated/entities.ts";
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

/** Whether no money that is still there has gone to this account yet; a record of a first payment says so. */
export async function isFirstTo(store: Store, registry: Registry, account: string | null): Promise<boolean> {
  const paid = { recvAcct: account, result: PayRecordResult.succeeded, linkid: null };
  return (account ?? "") !== "" && !(await store.exists(entityOf(registry, "PayRecord"), paid));
}

/** What whoever pays should know of an account, in the words of the screen; empty where money has gone there before. */
export async function payeeNoteOf(store: Store, registry: Registry, account: string): Promise<string> {
  const accounts = entityOf(registry, "PayeeAccount");
  const isKnown = await store.exists(accounts, { BankAcct: account });
  const isIdle = isKnown && !(await store.exists(accounts, { BankAcct: account, Statu: PayeeAccountStatu.effective }));
  const note: PayeeNote = isIdle ? "idle" : (await isFirstTo(store, registry, account)) ? "first" : "known";
  return note === "known" ? "" : readableCell(entityField(entityOf(registry, "BalancePay"), "payeenote"), note);
}
