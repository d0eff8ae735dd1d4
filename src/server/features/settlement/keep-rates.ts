import type { EffectContext } from "../../engine/effects/effect.ts";
import { sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { RecedeRow } from "../../generated/entities.ts";
import { articleRate } from "./goods-rates.ts";
import { type GoodsDocument, type GoodsLines, linesOfAcceptance, linesOfAdjustment, linesOfReturn } from "./line-taxes.ts";
import { taxIn } from "./statement-amounts.ts";

/** A document with goods, what its lines are, and whose lines they came from: of that order or acceptance. */
interface Origin {
  readonly lines: GoodsLines;
  readonly from: "OrderLine" | "AcceptLine";
  readonly Billid: string | null;
}

/**
 * The rates of a document are those of what it is about (docs/decisions/98): an acceptance has those of its order, a return and a cost
 * adjustment those of the acceptance that they name, and what names none has its articles' of the day; net and tax follow line by line.
 * A return has the way of trading of its acceptance, too.
 */
export async function keepRates(context: EffectContext<"Accept" | "Recede" | "CostAdjust">): Promise<Partial<RecedeRow>> {
  const { store, work, row } = context;
  const { lines, from, Billid } = originOf(row);
  const bought = Billid === null ? [] : await store.find(entityOf(work.registry, from), { Billid });
  const entity = entityOf(work.registry, lines.entity);
  const taxes: { readonly taxMoney: bigint }[] = [];
  for (const line of await store.find(entity, { Billid: row.Billid })) {
    const own = bought.find(({ GoodsId }) => GoodsId === line.GoodsId)?.taxRate;
    const rate = own ?? (await articleRate(store, work.registry, line.GoodsId, row.busdate)) ?? line.taxRate;
    if (rate === null) continue;
    const taxMoney = taxIn(lines.moneyOf(line), rate);
    const kept = { taxRate: rate, netMoney: lines.moneyOf(line) - taxMoney, taxMoney };
    if (line.taxRate !== rate || line.taxMoney !== taxMoney) await store.update(entity, { Id: line.Id }, kept);
    taxes.push(kept);
  }
  const taxMoney = sumOf(taxes, "taxMoney");
  return { ...(row.taxMoney !== taxMoney && { taxMoney }), ...(await wayOf(context)) };
}

function originOf(row: GoodsDocument): Origin {
  if ("OrderBillid" in row) return { lines: linesOfAcceptance, from: "OrderLine", Billid: row.OrderBillid };
  return { lines: "DifMoney" in row ? linesOfAdjustment : linesOfReturn, from: "AcceptLine", Billid: row.AcceptBillid };
}

async function wayOf({ store, work, row }: EffectContext<"Accept" | "Recede" | "CostAdjust">): Promise<Partial<RecedeRow>> {
  if (!("recededate" in row) || row.AcceptBillid === null) return {};
  const [accept] = await store.find(entityOf(work.registry, "Accept"), { Billid: row.AcceptBillid });
  return accept === undefined || accept.OperMode === row.OperMode ? {} : { OperMode: accept.OperMode };
}
