import { type Cell, CellError, cellFromWire, type Row } from "../../../shared/domain/cell.ts";
import { checkMessage, passes } from "../../../shared/domain/checks.ts";
import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { Entity, Field } from "../../../shared/registry/model.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import type { EntityOf } from "../../engine/store/typed-rows.ts";
import { readableCell } from "../../engine/values/fill-text.ts";
import { entityField, entityOf } from "../../engine/values/names.ts";
import { ApplicationStatus, ChangeApplyApplyType, type ChangeApplyRow, type ContractRow } from "../../generated/entities.ts";
import { changePayee, isOfAccounts } from "./change-payee.ts";

/** An approved application is carried out: it changes the contract or the supplier's file, and keeps what stood there before. */
export async function applyChange(context: EffectContext<"ChangeApply">): Promise<Partial<ChangeApplyRow>> {
  return context.row.ApplyKind === "info" ? changeProvider(context) : changeContract(context);
}

/** The field of the supplier's file that the application names gets its new value; the old one is kept in the application. */
async function changeProvider(context: EffectContext<"ChangeApply">): Promise<Partial<ChangeApplyRow>> {
  const { store, work, row } = context;
  if (isOfAccounts(row)) return changePayee(context);
  const providers = entityOf(work.registry, "Provider");
  const field = providers.fields[row.fieldName ?? ""];
  // guard key as !field: tests/server/flows/named-effects.test.ts
  if (!field || field.isReadonly) throw refuse("该变更项不能修改");
  const [provider] = await store.find(providers, { provid: row.provid }, true);
  if (!provider) throw refuse("供应商档案不存在");
  // The field is whichever was applied for: from here on a field of any entity.
  const before: Row = provider;
  await store.update<string>(providers, { Id: provider.Id }, { [field.name]: newCell(field, row.newValue) });
  return { oldValue: readableCell(field, before[field.name] ?? null) };
}

function newCell(field: Field, value: Cell): Cell {
  try {
    const cell = cellFromWire(field, value);
    // guard check: tests/server/flows/named-effects.test.ts
    if (field.check !== null && !passes(field.check, cell)) throw refuse(`${field.title}${checkMessage(field.check)}`);
    return cell;
  } catch (error) {
    if (error instanceof CellError) throw refuse(`${field.title}${error.message}`);
    throw error;
  }
}

/** What an application may change of a contract, where it says something. */
type Terms = Pick<ContractRow, "OperMode" | "startdate" | "enddate" | "commissionRate">;

/** A new contract, or another term, other conditions or an end for the one the application names. */
async function changeContract(context: EffectContext<"ChangeApply">): Promise<Partial<ChangeApplyRow>> {
  const { store, work, row } = context;
  const contracts = entityOf(work.registry, "Contract");
  if (row.ApplyType === ChangeApplyApplyType.sign) return signContract(context, contracts);
  const [contract] = await store.find(contracts, { ContractNo: row.ContractNo, provid: row.provid }, true);
  if (contract?.Statu !== ApplicationStatus.approved) throw refuse("原合同不存在或未生效");
  const changes = termsOf(context);
  await store.update(contracts, { Id: contract.Id }, changes);
  await fileTerms(context, { ...contract, ...changes });
  return { oldValue: termsText(contracts, contract, Object.keys(changes)) };
}

/** Signed contracts are numbered by their bill number, because nobody is there to choose another. */
async function signContract(context: EffectContext<"ChangeApply">, contracts: EntityOf<"Contract">): Promise<Partial<ChangeApplyRow>> {
  const { store, work, row } = context;
  if (contracts.number === null) throw new Error("contracts have no numbers");
  const [provider] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid });
  const number = await store.nextNumber(contracts.number.prefix, dayOf(work.now));
  const signed = await createRow(context, contracts, {
    // Of what is not applied for, the supplier's file has its terms.
    settleCycle: provider?.settleCycle ?? null,
    settleDays: provider?.settleDays ?? null,
    taxRate: provider?.taxRate ?? null,
    OperMode: row.OperMode,
    startdate: row.startdate,
    enddate: row.enddate,
    commissionRate: row.commissionRate,
    [contracts.number.field]: number,
    ContractNo: number,
    ContractName: `${row.Provider ?? row.provid} 合同`.slice(0, contracts.fields.ContractName?.length ?? undefined),
    busdate: dayOf(work.now),
    file: row.file,
    Statu: ApplicationStatus.approved,
    auditor: work.actor.userName,
    audittime: timeOf(work.now),
  });
  await fileTerms(context, signed);
  return { ContractNo: number };
}

/** A renewed contract goes on from its own beginning; an ended one ends on the day applied for. */
function termsOf({ row, work }: EffectContext<"ChangeApply">): Partial<Terms> {
  const { ApplyType, OperMode, startdate, enddate, commissionRate } = row;
  if (ApplyType === ChangeApplyApplyType.end) return { enddate: enddate ?? dayOf(work.now) };
  return {
    ...(OperMode !== null && { OperMode }),
    ...(startdate !== null && ApplyType !== ChangeApplyApplyType.renew && { startdate }),
    ...(enddate !== null && { enddate }),
    ...(commissionRate !== null && { commissionRate }),
  };
}

async function fileTerms({ store, work }: EffectContext<"ChangeApply">, contract: ContractRow): Promise<void> {
  const terms = { OperMode: contract.OperMode, contractend: contract.enddate };
  await store.update(entityOf(work.registry, "Provider"), { provid: contract.provid }, terms);
}

function termsText(contracts: Entity, contract: Row, names: readonly string[]): string {
  return names
    .map((name) => `${entityField(contracts, name).title}：${readableCell(entityField(contracts, name), contract[name] ?? null)}`)
    .join("；");
}
