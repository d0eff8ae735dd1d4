import type { Row } from "../../../shared/domain/cell.ts";
import { addDays, dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { readableCell } from "../../engine/values/fill-text.ts";
import { entityField, entityOf } from "../../engine/values/names.ts";
import { ApplicationStatus, ChangeApplyApplyType, type ChangeApplyRow, type ContractRow } from "../../generated/entities.ts";
import { beginsLater, fileTerms } from "./follow-contract.ts";

/** What an application changes of a contract. */
type Terms = Partial<Pick<ContractRow, "OperMode" | "enddate" | "commissionRate">>;

/**
 * A new contract, or another term, other conditions or an end for the one the application names. Other conditions never reach back
 * (docs/decisions/98): the contract ends the day before they begin, and another one of its kind goes on from there.
 */
export async function changeContract(context: EffectContext<"ChangeApply">): Promise<Partial<ChangeApplyRow>> {
  const { store, work, row } = context;
  if (row.ApplyType === ChangeApplyApplyType.sign) return signContract(context);
  const contracts = entityOf(work.registry, "Contract");
  const [contract] = await store.find(contracts, { ContractNo: row.ContractNo, provid: row.provid }, true);
  if (contract?.Statu !== ApplicationStatus.approved) throw refuse("原合同不存在或未生效");
  const terms = termsOf(context);
  const from = beginOf(context, contract);
  const next = { ...contract, ...terms };
  const isOther = next.OperMode !== contract.OperMode || next.commissionRate !== contract.commissionRate;
  if (isOther && from > (contract.startdate ?? "")) {
    const last = addDays(from, -1);
    if (contract.enddate === null || contract.enddate > last) await store.update(contracts, { Id: contract.Id }, { enddate: last });
    const { Id: _id, SHOP_ID: _shop, rowver: _version, creator: _creator, createtime: _time, ...agreed } = next;
    await writeContract(context, { ...agreed, startdate: from });
  } else await store.update(contracts, { Id: contract.Id }, terms);
  await fileTerms(context, contract.provid);
  return { oldValue: termsText(contracts, contract, Object.keys(terms)) };
}

function termsOf({ row, work }: EffectContext<"ChangeApply">): Terms {
  const { ApplyType, OperMode, enddate, commissionRate } = row;
  if (ApplyType === ChangeApplyApplyType.end) return { enddate: enddate ?? dayOf(work.now) };
  return {
    ...(OperMode !== null && { OperMode }),
    ...(enddate !== null && { enddate }),
    ...(commissionRate !== null && { commissionRate }),
  };
}

/** The day from which other conditions count: the one applied for, else that after a contract that is renewed, else today. */
function beginOf({ row, work }: EffectContext<"ChangeApply">, { enddate }: ContractRow): string {
  if (row.startdate !== null) return row.startdate;
  return row.ApplyType === ChangeApplyApplyType.renew && enddate !== null ? addDays(enddate, 1) : dayOf(work.now);
}

/** What a contract says. */
type Agreed = Omit<ContractRow, "Id" | "SHOP_ID" | "rowver" | "provid" | "Provider" | "creator" | "createtime">;

async function signContract(context: EffectContext<"ChangeApply">): Promise<Partial<ChangeApplyRow>> {
  const { store, work, row } = context;
  const [provider] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid });
  const { ContractNo } = await writeContract(context, {
    // Of what is not applied for, the supplier's file has its terms.
    settleCycle: provider?.settleCycle ?? null,
    settleDays: provider?.settleDays ?? null,
    taxRate: provider?.taxRate ?? null,
    OperMode: row.OperMode,
    startdate: row.startdate,
    enddate: row.enddate,
    commissionRate: row.commissionRate,
    file: row.file,
  });
  await fileTerms(context, row.provid);
  return { ContractNo };
}

/** Contracts from applications are numbered by their bill number, because nobody is there to choose another. */
async function writeContract(context: EffectContext<"ChangeApply">, agreed: Partial<Agreed>): Promise<ContractRow> {
  const { store, work, row } = context;
  const contracts = entityOf(work.registry, "Contract");
  if (contracts.number === null) throw new Error("contracts have no numbers");
  const number = await store.nextNumber(contracts.number.prefix, dayOf(work.now));
  return createRow(context, contracts, {
    ContractName: `${row.Provider ?? row.provid} 合同`.slice(0, contracts.fields.ContractName?.length ?? undefined),
    ...agreed,
    [contracts.number.field]: number,
    ContractNo: number,
    busdate: dayOf(work.now),
    isPending: beginsLater({ startdate: agreed.startdate ?? null }, dayOf(work.now)),
    Statu: ApplicationStatus.approved,
    auditor: work.actor.userName,
    audittime: timeOf(work.now),
  });
}

function termsText(contracts: Entity, contract: Row, names: readonly string[]): string {
  return names
    .map((name) => `${entityField(contracts, name).title}：${readableCell(entityField(contracts, name), contract[name] ?? null)}`)
    .join("；");
}
