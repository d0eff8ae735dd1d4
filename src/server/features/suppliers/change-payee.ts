import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { readableCell } from "../../engine/values/fill-text.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type ChangeApplyRow, PayeeAccountStatu, type ProviderRow } from "../../generated/entities.ts";
import { addAccount, payeeAccounts } from "./payee-accounts.ts";
import { tellContacts } from "./tell-contacts.ts";

/** What an application may change of a supplier's accounts. */
const OF_ACCOUNTS = ["BankName", "BankAcct", "payeeAdd", "payeeStop"] as const satisfies readonly ChangeApplyRow["fieldName"][];

type OfAccounts = (typeof OF_ACCOUNTS)[number];

export function isOfAccounts({ fieldName }: Pick<ChangeApplyRow, "fieldName">): boolean {
  return OF_ACCOUNTS.some((name) => name === fieldName);
}

/** An approved application about accounts: a new one waits for its time, one that is put out of use gets nothing from now on (docs/decisions/93). */
export async function changePayee(context: EffectContext<"ChangeApply">): Promise<Partial<ChangeApplyRow>> {
  const { store, work, row } = context;
  const [provider] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid }, true);
  if (!provider) throw refuse("供应商档案不存在");
  const what = row.fieldName as OfAccounts;
  if (what === "payeeStop") return stopAccount(context, provider);
  const account = await newAccount(context, provider, what);
  await refuseKnown(context, account.BankAcct);
  const by = [row.applicant, row.submitter];
  const origin = { Billid: row.Billid, creator: row.creator ?? "", auditor: work.actor.userName, isExtra: what === "payeeAdd", by };
  await addAccount(context, provider, account, origin);
  return { oldValue: oldText(provider, what) };
}

/** What takes the place of the file's account waits alone: who withdraws it must not leave another behind that was made from it. */
async function newAccount({ store, work, row }: EffectContext<"ChangeApply">, provider: ProviderRow, what: OfAccounts) {
  const waits = { provid: row.provid, isExtra: false, Statu: PayeeAccountStatu.waiting };
  const isWaiting = await store.exists(entityOf(work.registry, "PayeeAccount"), waits);
  // guard check: tests/server/payments/payee-accounts.test.ts
  if (what !== "payeeAdd" && isWaiting) throw refuse("该供应商已有收款账户变更在等待期内，请先撤回，或等其生效后再审核");
  const given = row.newValue ?? "";
  if (what !== "BankName") return { BankName: row.newBank ?? provider.BankName, BankAcct: given };
  if ((provider.BankAcct ?? "") === "") throw refuse("档案中还没有账号，请申请变更账号，并填写新开户行");
  return { BankName: given, BankAcct: provider.BankAcct };
}

/** One number stands for one account: the same again would be a change of nothing. */
async function refuseKnown({ store, work, row }: EffectContext<"ChangeApply">, account: string | null): Promise<void> {
  if (row.fieldName === "BankName") return;
  const accounts = await payeeAccounts(store, work.registry, row.provid ?? "", work.now);
  if (accounts.some(({ BankAcct }) => BankAcct === account)) throw refuse("该账号已是生效的收款账户");
}

async function stopAccount(context: EffectContext<"ChangeApply">, provider: ProviderRow): Promise<Partial<ChangeApplyRow>> {
  const { store, work, row } = context;
  const accounts = entityOf(work.registry, "PayeeAccount");
  if (row.newValue === provider.BankAcct) throw refuse("该账号是档案中的收款账号，请先变更账号");
  const meant = await store.find(accounts, { provid: row.provid, BankAcct: row.newValue, Statu: PayeeAccountStatu.effective }, true);
  if (meant.length === 0) throw refuse("没有生效的收款账户使用该账号");
  for (const { Id } of meant) await context.runAsSystem(accounts, "stop", Id);
  await tellContacts(context, provider, {
    title: `收款账户停用 ${row.Billid ?? ""} 已审核`,
    content: `停用收款账户 ${row.newValue ?? ""}`,
    besides: [row.applicant, row.submitter],
  });
  return { oldValue: row.newValue };
}

/** Effect note-old-value: what the file says when the application is written, so that old and new stand side by side in the list. */
export async function noteOldValue({ store, work, row }: EffectContext<"ChangeApply">): Promise<Partial<ChangeApplyRow> | undefined> {
  if (row.ApplyKind !== "info" || row.fieldName === null) return undefined;
  const providers = entityOf(work.registry, "Provider");
  const [provider] = await store.find(providers, { provid: row.provid });
  if (!provider) return undefined;
  const field = providers.fields[row.fieldName];
  const said = field ? readableCell(field, provider[row.fieldName as keyof ProviderRow] ?? null) : "";
  const oldValue = isOfAccounts(row) ? oldText(provider, row.fieldName as OfAccounts) : said;
  return oldValue === (row.oldValue ?? "") ? undefined : { oldValue };
}

function oldText({ BankName, BankAcct }: ProviderRow, what: OfAccounts): string {
  return what === "BankName" ? (BankName ?? "") : `${BankName ?? ""} ${BankAcct ?? ""}`.trim();
}
