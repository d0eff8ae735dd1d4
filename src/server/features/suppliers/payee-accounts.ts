import { timeOf } from "../../../shared/domain/day.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { isOneOf } from "../../base/codes.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { setting } from "../../engine/values/setting.ts";
import { PayApplyStt, PayBillStatus, type PayeeAccountRow, PayeeAccountStatu, type ProviderRow } from "../../generated/entities.ts";
import { tellContacts } from "./tell-contacts.ts";

/** Where money may go to. */
export interface PayeeAccount {
  readonly BankName: string;
  readonly BankAcct: string;
  /** The one in the supplier's file, to which new bills are paid. */
  readonly isMain: boolean;
}

const HOUR_MS = 3_600_000;
const UNPAID = [PayBillStatus.unconfirmed, PayBillStatus.toPay];
/** Applications that were handed in, or granted. */
const LIVE = [PayApplyStt.submitted, PayApplyStt.inApproval, PayApplyStt.approved];

/**
 * The accounts a supplier may be paid to at this moment (docs/decisions/93). Of a file whose account has never been changed
 * there is no row: its account counts.
 */
export async function payeeAccounts(store: Store, registry: Registry, provid: string, now: Date): Promise<PayeeAccount[]> {
  const [provider] = await store.find(entityOf(registry, "Provider"), { provid });
  const rows = await store.find(entityOf(registry, "PayeeAccount"), { provid });
  const main = provider?.BankAcct ?? "";
  const effective = rows
    .filter((row) => isEffective(row, now))
    .map(({ BankName, BankAcct }) => ({ BankName: BankName ?? "", BankAcct: BankAcct ?? "" }));
  const known = rows.length > 0 || main === "" ? effective : [{ BankName: provider?.BankName ?? "", BankAcct: main }];
  return known.map((account) => ({ ...account, isMain: account.BankAcct === main }));
}

/** Also one whose time has come since the last look at what is due. */
function isEffective({ Statu, effecttime }: PayeeAccountRow, now: Date): boolean {
  return Statu === PayeeAccountStatu.effective || (Statu === PayeeAccountStatu.waiting && (effecttime ?? "") <= timeOf(now));
}

/** The supplier's account of this number. Refuses (422) one that is not the supplier's, not yet, or no longer; says until when, or which are. */
export async function effectiveAccount(
  store: Store,
  registry: Registry,
  provid: string,
  account: string,
  now: Date,
): Promise<PayeeAccount> {
  const accounts = await payeeAccounts(store, registry, provid, now);
  const meant = accounts.find(({ BankAcct }) => BankAcct === account);
  if (meant) return meant;
  const rows = await store.find(entityOf(registry, "PayeeAccount"), { provid, BankAcct: account });
  const waiting = rows.find(({ Statu }) => Statu === PayeeAccountStatu.waiting);
  if (waiting) throw refuse(`收款账号 ${account} 在等待期内，${(waiting.effecttime ?? "").slice(0, 16)} 起可付款`);
  const known = accounts.map(({ BankName, BankAcct }) => `${BankName} ${BankAcct}`).join("、") || "无";
  throw refuse(`收款账号 ${account} 不是该供应商生效的收款账户（${known}）。新账户请到“基础资料维护”申请`);
}

/** What a change of accounts comes from. */
interface Origin {
  /** The application; null: the file was edited. */
  readonly Billid: string | null;
  readonly creator: string;
  readonly auditor: string | null;
  /** It goes beside the account of the file instead of taking its place. */
  readonly isExtra: boolean;
  /** Accounts of those who asked for it. */
  readonly by: readonly (string | null)[];
}

/**
 * Writes down a supplier's new account. Where the shop has such changes looked at by a second person it waits (setting `payee.waitHours`)
 * and money gets there afterwards; elsewhere it is in use at once. The supplier is told in either case.
 */
export async function addAccount(
  context: EffectContext,
  before: ProviderRow,
  account: Pick<PayeeAccountRow, "BankName" | "BankAcct">,
  { Billid, isExtra, creator, auditor, by }: Origin,
): Promise<PayeeAccountRow> {
  const { store, work } = context;
  const accounts = entityOf(work.registry, "PayeeAccount");
  const now = timeOf(work.now);
  const { provid } = before;
  if (before.BankAcct !== null && !(await store.exists(accounts, { provid }))) {
    // Nobody has changed it since the file was made: from here on there is a history.
    const first = {
      provid,
      BankName: before.BankName,
      BankAcct: before.BankAcct,
      effecttime: before.createtime,
      createtime: before.createtime,
    };
    await store.insert(accounts, [{ ...first, Statu: PayeeAccountStatu.effective, creator: before.creator }]);
  }
  const wait = work.env.flags.payeeReview === true ? await setting(store, work.registry, "payee.waitHours") : 0;
  const effecttime = timeOf(new Date(work.now.getTime() + wait * HOUR_MS));
  const values = { ...account, provid, isExtra, ApplyBillid: Billid, creator, auditor, effecttime, createtime: now };
  const [row] = await store.insert(accounts, [values]);
  if (!row) throw new Error("the account was not written");
  if (wait === 0) await context.runAsSystem(accounts, "take", row.Id);
  const what = `${isExtra ? "增加" : "变更为"}收款账户 ${account.BankName ?? ""} ${account.BankAcct ?? ""}，${effecttime.slice(0, 16)} 起使用`;
  await tellContacts(context, before, { title: `收款账户变更${Billid === null ? "" : ` ${Billid} 已审核`}`, content: what, besides: by });
  return row;
}

/** Effect use-account: the account's time has come. It takes the place of the file's, unless it goes beside it. */
export async function useAccount(context: EffectContext<"PayeeAccount">): Promise<undefined> {
  const { store, work, entity, row, runAsSystem } = context;
  if ((row.effecttime ?? "") > timeOf(work.now)) throw refuse("收款账户还在等待期内");
  const { provid, BankName, BankAcct } = row;
  if (row.isExtra === true) return;
  const providers = entityOf(work.registry, "Provider");
  const [provider] = await store.find(providers, { provid }, true);
  if (!provider) return;
  await store.update(providers, { Id: provider.Id }, { BankName, BankAcct });
  const replaced = await store.find(entity, { provid, isExtra: false, Statu: PayeeAccountStatu.effective });
  for (const { Id } of replaced) if (Id !== row.Id) await runAsSystem(entity, "stop", Id);
  await nameInBills(context, { BankName, BankAcct });
}

/**
 * Bills that name no account are paid to the file's. With another one there they name it, so that whoever has looked at them looks again,
 * and what was approved without it goes back.
 */
async function nameInBills(
  { store, work, row, runAsSystem }: EffectContext<"PayeeAccount">,
  account: Pick<PayeeAccountRow, "BankName" | "BankAcct">,
): Promise<void> {
  const { provid } = row;
  const [bills, fathers, applications] = [
    entityOf(work.registry, "BalancePay"),
    entityOf(work.registry, "BalancePayFath"),
    entityOf(work.registry, "PayApply"),
  ];
  for (const Statu of UNPAID)
    for (const { Billid, FathId } of await store.find(bills, { provid, BankAcct: null, Statu }, true)) {
      await store.update(bills, { Billid }, account);
      if (FathId !== null) await store.update(fathers, { Billid: FathId, BankAcct: null }, account);
      for (const { Id, stt } of await store.find(applications, { PayBillid: Billid }, true))
        if (isOneOf(stt, LIVE)) await runAsSystem(applications, "revoke", Id);
    }
}

const REVIEWED = "收款账户的变更须另一人复核，请到“基础资料维护”申请变更账号";
const NEW_REVIEWED = "收款账户须另一人复核：新建时不填开户行和账号，保存后到“基础资料维护”申请";

/**
 * Effect keep-payee: a supplier's file was made or saved. Where its account was changed there the change is kept as history; where such
 * changes need a second person it is refused, also in a new file, and said where to apply.
 */
export async function keepPayee(context: EffectContext<"Provider">): Promise<undefined> {
  const { before = null, row, work } = context;
  const { BankName, BankAcct } = row;
  if ((before?.BankAcct ?? null) === BankAcct && (before?.BankName ?? null) === BankName) return;
  // guard check: tests/server/payments/payee-accounts.test.ts
  if (work.env.flags.payeeReview === true) throw refuse(before === null ? NEW_REVIEWED : REVIEWED);
  if (before === null || BankAcct === null) return;
  await addAccount(
    context,
    before,
    { BankName, BankAcct },
    {
      ...{ Billid: null, creator: work.actor.userName, auditor: null, isExtra: false },
      by: [work.actor.userId],
    },
  );
}
