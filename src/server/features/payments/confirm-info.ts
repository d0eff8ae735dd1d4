import { amountToCapitals } from "../../../shared/domain/amount-to-capitals.ts";
import type { Row } from "../../../shared/domain/cell.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { CODE } from "../../../shared/protocol/envelope.ts";
import type { PayPreview, PayPreviewRow } from "../../../shared/protocol/pay-preview.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { previewWork } from "../../engine/preview-work.ts";
import { refusalNow } from "../../engine/run-transition.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { moneyOf } from "../../engine/values/amounts.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";
import type { Bank } from "./bank/bank.ts";
import { offeredChannels } from "./offered-channels.ts";
import { payableEntity, STEPS } from "./payables.ts";

const MONEY = ["TotalMoney", "Bala_fee", "Bala_sum"];
const TEXTS = ["Billid", "provid", "Provider", "BalaBillid"];

/** What an action on these bills would mean, before anything is confirmed: amounts, capitals and the answer for each of them. */
export async function confirmInfo(
  ctx: QueryContext,
  module: Module,
  { action, ids, bank }: { readonly action: string; readonly ids: readonly number[]; readonly bank: Bank },
): Promise<PayPreview> {
  const entity = entityOf(ctx.registry, module.entity);
  const transition = transitionOf(entity, action);
  const money = MONEY.filter((name) => entity.fields[name]);
  const texts = TEXTS.filter((name) => entity.fields[name]);
  const plan = listPlan(ctx, module);
  const found = await readByIds(plan, ids, [...texts, ...money]);
  const store = sqlStore(ctx.db, ctx.viewer.shopId);
  const work = previewWork(ctx, module);
  const rows: PayPreviewRow[] = [];
  for (const [index, id] of ids.entries()) {
    const row = found[index] ?? {};
    const refused = await refusalNow(store, { ...work, entity, transition, id });
    rows.push({
      id,
      ...Object.fromEntries(texts.map((name) => [name, row[name] === null ? null : String(row[name])])),
      ...Object.fromEntries(money.map((name) => [name, yuan(moneyOf(row, name))])),
      capitals: capitalsOf(moneyOf(row, "Bala_sum")),
      ok: refused === null,
      Code: refused?.code ?? CODE.ok,
      Msg: refused?.message ?? "",
    });
  }
  const isByBank = action === STEPS.start;
  const due = found.map((row) => ({ Billid: String(row.Billid), due: moneyOf(row, "Bala_sum") }));
  const channels = isByBank
    ? await offeredChannels(
        { store, work, entity: payableEntity(ctx.registry, module.entity) },
        due,
        (channel) => bank.gateway(channel) !== undefined,
      )
    : [];
  return { action, rows, ...totals(found, money), ok: rows.every(({ ok }) => ok), channels };
}

function totals(rows: readonly Row[], money: readonly string[]) {
  const total = (name: string) => rows.reduce((sum, row) => sum + moneyOf(row, name), 0n);
  const due = rows.map((row) => moneyOf(row, "Bala_sum"));
  const pay = due.reduce((sum, each) => (each > 0n ? sum + each : sum), 0n);
  const receive = due.reduce((sum, each) => (each < 0n ? sum - each : sum), 0n);
  const sums = Object.fromEntries(money.map((name) => [name, yuan(total(name))]));
  return {
    sums: { ...sums, pay: yuan(pay), receive: yuan(receive) },
    capitals: capitalsOf(total("Bala_sum")),
    payCapitals: capitalsOf(pay),
    receiveCapitals: capitalsOf(receive),
  };
}

const yuan = (amount: bigint): string => formatScaled(amount, SCALE.money);

const capitalsOf = (amount: bigint): string => amountToCapitals(yuan(amount));
