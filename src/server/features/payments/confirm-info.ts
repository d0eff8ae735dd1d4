import { amountToCapitals } from "../../../shared/domain/amount-to-capitals.ts";
import type { Row } from "../../../shared/domain/cell.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { CODE } from "../../../shared/protocol/envelope.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { ROW_VERSION } from "../../base/technical.ts";
import type { Outside } from "../../engine/inquiry.ts";
import { mayAny, previewAnswers } from "../../engine/preview.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { moneyOf } from "../../engine/values/amounts.ts";
import { transitionOf } from "../../engine/values/names.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";
import { offeredChannels } from "./offered-channels.ts";
import { billsOf } from "./pages.ts";
import { payableEntity, STEPS } from "./payables.ts";
import { payeeNoteOf, payeesOf } from "./payee.ts";

const MONEY = ["TotalMoney", "Bala_fee", "Bala_sum", "due"];
const TEXTS = ["Billid", "provid", "Provider", "BalaBillid"];

/**
 * GetConfirmInfo: what an action on these bills would mean, before anything is confirmed, in the words of the specification. Our own pages
 * read Module/{id}/Preview. Amounts are decimals as text.
 */
export async function confirmInfo(ctx: QueryContext, module: Module, outside: Outside, action: string, ids: readonly number[]) {
  const plan = listPlan(ctx, module);
  const { entity } = plan;
  const money = MONEY.filter((name) => entity.fields[name]);
  const texts = TEXTS.filter((name) => entity.fields[name]);
  const found = await readByIds(plan, ids, [...texts, ...money, ROW_VERSION]);
  const payees = await payeesFor(ctx, module, ids);
  const answers = await previewAnswers(ctx, module, transitionOf(entity, action), ids);
  const rows = answers.map(({ id, Code, Msg, cause }, index) => {
    const row = found[index] ?? {};
    return {
      id,
      ...Object.fromEntries(texts.map((name) => [name, row[name] === null ? null : String(row[name])])),
      ...Object.fromEntries(money.map((name) => [name, yuan(moneyOf(row, name))])),
      ...payees.get(id),
      capitals: capitalsOf(dueIn(row)),
      ok: Code === CODE.ok,
      Code,
      Msg,
      cause,
    };
  });
  const offered =
    action === STEPS.start && mayAny(answers)
      ? await offeredChannels.offer(ctx, outside, { entity: payableEntity(ctx.registry, module.entity), page: module, ids })
      : [];
  const channels = offered.map(({ key, ...offer }) => ({ channel: key, ...offer }));
  const versions = Object.fromEntries(ids.map((id, index) => [id, Number(found[index]?.[ROW_VERSION])]));
  const going = found.filter((_row, index) => rows[index]?.ok);
  return { action, rows, versions, ...totals(going, money), ok: rows.every(({ ok }) => ok), channels };
}

/** Who gets the money of each, for whoever may read it; several accounts of a merged payment stand side by side. */
async function payeesFor(ctx: QueryContext, { entity: name }: Module, ids: readonly number[]) {
  const { db, viewer, registry } = ctx;
  const entity = payableEntity(registry, name);
  // Merged payments have no account of their own, and whoever reads them reads their bills.
  const mayRead = listPlan(ctx, billsOf(ctx)).readable.fields.has("BankAcct");
  const store = sqlStore(db, viewer.shopId);
  const told = new Map<number, Readonly<Record<`payee${"Name" | "Bank" | "Acct" | "Note"}`, string>>>();
  for (const id of mayRead ? ids : []) {
    const [row] = await store.find(entity, { Id: id });
    if (row === undefined) continue;
    const parties = await payeesOf(store, registry, entity, row);
    const each = (part: "name" | "bank" | "account") => [...new Set(parties.map((party) => party[part]))].join("、");
    const payeeNote = await payeeNoteOf(store, registry, parties[0].account);
    told.set(id, { payeeName: each("name"), payeeBank: each("bank"), payeeAcct: each("account"), payeeNote });
  }
  return told;
}

/** Over the bills that would be paid; `pay` is what leaves the shop, `receive` what it gets. */
function totals(rows: readonly Row[], money: readonly string[]) {
  const total = (name: string) => rows.reduce((sum, row) => sum + moneyOf(row, name), 0n);
  const due = rows.map(dueIn);
  const pay = due.reduce((sum, each) => (each > 0n ? sum + each : sum), 0n);
  const receive = due.reduce((sum, each) => (each < 0n ? sum - each : sum), 0n);
  const sums = Object.fromEntries(money.map((name) => [name, yuan(total(name))]));
  return {
    sums: { ...sums, pay: yuan(pay), receive: yuan(receive) },
    capitals: capitalsOf(due.reduce((sum, each) => sum + each, 0n)),
    payCapitals: capitalsOf(pay),
    receiveCapitals: capitalsOf(receive),
  };
}

/** What is still to be paid of a bill; merged ones are paid as a whole. */
const dueIn = (row: Row): bigint => moneyOf(row, "due" in row ? "due" : "Bala_sum");

const yuan = (amount: bigint): string => formatScaled(amount, SCALE.money);

const capitalsOf = (amount: bigint): string => amountToCapitals(yuan(amount));
