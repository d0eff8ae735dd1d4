import { type Cell, CellError, cellFromWire, type Row } from "../../../shared/domain/cell.ts";
import { checkMessage, passes } from "../../../shared/domain/checks.ts";
import type { Field } from "../../../shared/registry/model.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { readableCell } from "../../engine/values/fill-text.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { ChangeApplyRow } from "../../generated/entities.ts";
import { changeContract } from "./change-contract.ts";
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
  if (!field || field.isReadonly || field.isFixed) throw refuse("该变更项不能修改");
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
