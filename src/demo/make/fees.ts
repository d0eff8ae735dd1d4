import type { Row } from "../../shared/domain/cell.ts";
import { addDays, dayOf } from "../../shared/domain/day.ts";
import { enter } from "../enter.ts";
import { FEE_NAMES, type FeeKind, type FeeName } from "../names/fees.ts";
import { act } from "../play.ts";
import { entityIn, type SeedSupplier, type TradingShop } from "../world.ts";

/** The page a kind of fee is entered on. */
const PAGES: Readonly<Record<FeeKind, number>> = { bill: 501, instant: 402, notice: 513 };
/** From the payments for goods; by transfer. */
export const DEDUCT = 1;
export const TRANSFER = 3;

/** A fee bill to be entered. `n` chooses its name. */
export interface FeePlanned {
  readonly n: number;
  readonly kind: FeeKind;
  readonly money: bigint;
  readonly deductWay: number;
  readonly name?: FeeName;
}

/** The head of finance enters a fee bill. */
export async function enterFee(shop: TradingShop, now: Date, supplier: SeedSupplier, fee: FeePlanned): Promise<Row> {
  const names = FEE_NAMES[fee.kind];
  const [FeeItem, FeeName] = fee.name ?? names[fee.n % names.length] ?? ["其他费用", "其他费用"];
  const day = dayOf(now);
  const provid = supplier.row.provid ?? null;
  const values = { provid, FeeKind: fee.kind, FeeItem, FeeName, deductWay: fee.deductWay, FeeMoney: fee.money };
  const [contract] = await shop.store.find(entityIn(shop, "Contract"), { provid, Statu: 50 });
  return enter(shop, shop.staff.boss, now, {
    entity: "FeeBill",
    module: PAGES[fee.kind],
    values: { ...values, ContractNo: contract?.ContractNo ?? null, startdate: addDays(day, -14), enddate: day },
  });
}

export function auditFee(shop: TradingShop, now: Date, fee: Row): Promise<Row> {
  return act(shop, shop.staff.boss, now, { entity: "FeeBill", id: Number(fee.Id), transition: "audit" });
}
