import type { Row } from "../../../shared/domain/cell.ts";
import { addDays, dayOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";

const COPIED = ["OperMode", "TotalMoney", "Bala_fee", "Bala_sum", "Isstop"] as const;
const AMOUNTS = ["TotalMoney", "Bala_fee", "Bala_sum"] as const;

/** The payment bill of a confirmed statement (docs/decisions/44): to the supplier's account, when its term is over. */
export async function openPayment(context: EffectContext): Promise<Row> {
  const { store, work, row } = context;
  const busdate = dayOf(work.now);
  const [supplier] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid ?? null });
  const bill = await createRow(context, entityOf(work.registry, "BalancePay"), {
    ...picked(row, COPIED),
    BalaBillid: row.Billid ?? null,
    busdate,
    creator: "系统",
    BankName: supplier?.BankName ?? null,
    BankAcct: supplier?.BankAcct ?? null,
    planpaydate: addDays(String(row.busdate ?? busdate), Number(supplier?.settleDays ?? 0)),
  });
  await store.insert(entityOf(work.registry, "BalancePayDetail"), [
    {
      ...picked(row, AMOUNTS),
      provid: row.provid ?? null,
      Billid: bill.Billid ?? null,
      LineNo: 1,
      BalaBillid: row.Billid ?? null,
      busdate: row.busdate ?? null,
    },
  ]);
  return { PayBillid: bill.Billid ?? null };
}

function picked(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}
