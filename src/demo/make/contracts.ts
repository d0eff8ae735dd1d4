import type { Row } from "../../shared/domain/cell.ts";
import { addDays } from "../../shared/domain/day.ts";
import { demoUrl } from "../demo-files.ts";
import { enter } from "../enter.ts";
import { shopDigits } from "../names/shops.ts";
import { act } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, streamIn, supplierAt, type TradingShop } from "../world.ts";

/** How far one contract goes. */
interface ContractPlan {
  readonly supplier: number;
  /** Days from the anchor day to its end, as it is signed. */
  readonly ends: number;
  readonly years: 1 | 2;
  /** Days from the anchor day to the day it is drawn up. */
  readonly offset: number;
  readonly statu: 0 | 10 | 50 | -1;
}

/** One in force for each supplier, signed soon after it joined; those of suppliers 1 and 3 are changed later (make/changes.ts). */
const SIGNED: readonly ContractPlan[] = [5, 300, 10, 80, 9, 200, 60, 75, 400, 30, -40, -15].map((ends, index) => ({
  supplier: index + 1,
  ends,
  years: ends > 100 ? 2 : 1,
  offset: -360 + index,
  statu: 50,
}));

/** What comes after them. */
const NEXT: readonly ContractPlan[] = [
  { supplier: 1, ends: 377, years: 1, offset: -9, statu: -1 },
  { supplier: 1, ends: 377, years: 1, offset: -4, statu: 10 },
  { supplier: 2, ends: 665, years: 1, offset: -3, statu: 10 },
  { supplier: 1, ends: 377, years: 1, offset: -1, statu: 0 },
];

/** Days of the first contract's end that a change adds. */
export const PROLONGED = 7;
/** The contract that was renewed in time, and by how many days. */
export const RENEWED = { supplier: 3, days: 365 } as const;

/** Shares kept of sales, and the least income a month. */
const RATES = [100_000n, 120_000n, 150_000n, 180_000n] as const;
const GUARANTEES = [500_000n, 800_000n, 1_200_000n] as const;
const FILES = ["pdf", "docx", "doc"] as const;

/** Plans every contract of the shop, with what becomes of it. */
export function planContracts(shop: TradingShop): void {
  const { buyer, boss } = shop.staff;
  for (const [n, plan] of [...SIGNED, ...NEXT].entries()) {
    onDay(shop, plan.offset, minute(9, n), async (now) => {
      const row = await enter(shop, buyer, now, { entity: "Contract", values: valuesOf(shop, plan, n) });
      const step = (transition: string, reason = "") => ({ entity: "Contract", id: Number(row.Id), transition, reason });
      if (plan.statu === 0) return;
      onDay(shop, plan.offset, minute(11, n), (later) => act(shop, buyer, later, step("submit")));
      if (plan.statu === 50) onDay(shop, plan.offset, minute(15, n), (later) => act(shop, boss, later, step("audit")));
      if (plan.statu === -1) {
        onDay(shop, plan.offset + 1, minute(15, n), (later) =>
          act(shop, boss, later, step("reject", "保底金额低于谈判结果，请修改后重报")),
        );
      }
    });
  }
}

function valuesOf(shop: TradingShop, plan: ContractPlan, n: number): Row {
  const { row } = supplierAt(shop, plan.supplier);
  const random = streamIn(shop, "Contract", n);
  const enddate = dayAt(shop, plan.ends);
  const mode = Number(row.OperMode);
  const words = entityIn(shop, "Contract").fields.OperMode?.values.find(({ code }) => code === mode)?.text ?? "";
  return {
    ContractNo: `HT${shopDigits(shop.plan.id)}-${String(n + 1).padStart(3, "0")}`,
    ContractName: `${String(row.company_providerDisplayName)}${words}合同`,
    provid: row.provid ?? null,
    startdate: addDays(enddate, -365 * plan.years + 1),
    enddate,
    commissionRate: mode === 2 || mode === 3 ? random.pick(RATES) : null,
    guaranteeMoney: mode >= 3 ? random.pick(GUARANTEES) : null,
    file: demoUrl(FILES[n % FILES.length] ?? "pdf", 0),
    Remark: plan.offset > -30 ? "续签谈判中" : null,
  };
}
