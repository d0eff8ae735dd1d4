import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { readableCell } from "../../engine/values/fill-text.ts";
import { entityField, entityOf } from "../../engine/values/names.ts";

/** Kinds of application (the entity's ApplyType). */
const NEW = 1;
const RENEWED = 2;
const ENDED = 4;
const IN_FORCE = 50;
/** What an application may change of a contract, where it says something. */
const TERMS = ["OperMode", "startdate", "enddate", "commissionRate"] as const;
/** What a new contract takes from the supplier's file. */
const FILED = ["settleCycle", "settleDays", "taxRate"] as const;

/** A new contract, or another term, other conditions or an end for the one the application names. */
export async function changeContract(context: EffectContext): Promise<Row> {
  const { store, work, row } = context;
  const contracts = entityOf(work.registry, "Contract");
  if (row.ApplyType === NEW) return signContract(context, contracts);
  const [contract] = await store.find(contracts, { ContractNo: row.ContractNo ?? null, provid: row.provid ?? null }, true);
  if (contract?.Statu !== IN_FORCE) throw refuse("原合同不存在或未生效");
  const changes = termsOf(context);
  await store.update(contracts, { Id: contract.Id ?? null }, changes);
  await fileTerms(context, { ...contract, ...changes });
  return { oldValue: termsText(contracts, contract, Object.keys(changes)) };
}

/** Signed contracts are numbered by their bill number, because nobody is there to choose another. */
async function signContract(context: EffectContext, contracts: Entity): Promise<Row> {
  const { store, work, row } = context;
  if (contracts.number === null) throw new Error("contracts have no numbers");
  const [provider] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid ?? null });
  const number = await store.nextNumber(contracts.number.prefix, dayOf(work.now));
  const signed = await createRow(context, contracts, {
    ...Object.fromEntries(FILED.map((name) => [name, provider?.[name] ?? null])),
    ...Object.fromEntries(TERMS.map((name) => [name, row[name] ?? null])),
    [contracts.number.field]: number,
    ContractNo: number,
    ContractName: `${String(row.Provider ?? row.provid)} 合同`.slice(0, contracts.fields.ContractName?.length ?? undefined),
    busdate: dayOf(work.now),
    file: row.file ?? null,
    Statu: IN_FORCE,
    auditor: work.actor.userName,
    audittime: timeOf(work.now),
  });
  await fileTerms(context, signed);
  return { ContractNo: number };
}

/** A renewed contract goes on from its own beginning; an ended one ends on the day applied for. */
function termsOf({ row, work }: EffectContext): Row {
  if (row.ApplyType === ENDED) return { enddate: row.enddate ?? dayOf(work.now) };
  const said = TERMS.filter((name) => (row[name] ?? null) !== null && !(row.ApplyType === RENEWED && name === "startdate"));
  return Object.fromEntries(said.map((name): [string, Cell] => [name, row[name] ?? null]));
}

async function fileTerms({ store, work }: EffectContext, contract: Row): Promise<void> {
  const terms = { OperMode: contract.OperMode ?? null, contractend: contract.enddate ?? null };
  await store.update(entityOf(work.registry, "Provider"), { provid: contract.provid ?? null }, terms);
}

function termsText(contracts: Entity, contract: Row, names: readonly string[]): string {
  return names
    .map((name) => `${entityField(contracts, name).title}：${readableCell(entityField(contracts, name), contract[name] ?? null)}`)
    .join("；");
}
