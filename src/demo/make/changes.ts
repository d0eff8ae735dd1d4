import type { Row } from "../../shared/domain/cell.ts";
import { addDays } from "../../shared/domain/day.ts";
import { demoUrl } from "../demo-files.ts";
import { enter } from "../enter.ts";
import { personName, taxNumber } from "../names/people.ts";
import { act, open } from "../play.ts";
import type { Random } from "../random.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { PROLONGED, RENEWED } from "./contracts.ts";

/** One application of a supplier, and how far it goes. */
interface ChangePlan {
  readonly supplier: number;
  readonly offset: number;
  readonly statu: 0 | 10 | 50 | -1;
  readonly kind: "contract" | "info";
  /** Of a contract: 1 new, 2 renewed, 3 changed, 4 ended. */
  readonly type?: 1 | 2 | 3 | 4;
  readonly field?: "legalPerson" | "BankName" | "BankAcct" | "TaxNo";
  readonly reason?: string;
}

const PLANS: readonly ChangePlan[] = [
  { supplier: 1, offset: -70, statu: 50, kind: "contract", type: 3 },
  { supplier: 3, offset: -25, statu: 50, kind: "contract", type: 2 },
  { supplier: 1, offset: -20, statu: -1, kind: "contract", type: 4, reason: "未到约定的终止期，请按合同执行" },
  { supplier: 2, offset: -5, statu: 10, kind: "contract", type: 1 },
  { supplier: 1, offset: -4, statu: 10, kind: "contract", type: 3 },
  { supplier: 1, offset: -3, statu: 0, kind: "contract", type: 2 },
  { supplier: 1, offset: -50, statu: 50, kind: "info", field: "legalPerson" },
  { supplier: 2, offset: -33, statu: 50, kind: "info", field: "legalPerson" },
  { supplier: 1, offset: -12, statu: -1, kind: "info", field: "TaxNo", reason: "缺少变更后的营业执照" },
  { supplier: 4, offset: -5, statu: 10, kind: "info", field: "BankAcct" },
  { supplier: 1, offset: -3, statu: 10, kind: "info", field: "BankAcct" },
  { supplier: 1, offset: -2, statu: 0, kind: "info", field: "BankName" },
];

/** Plans what suppliers ask to be changed. */
export function planChanges(shop: TradingShop): void {
  for (const [n, plan] of PLANS.entries()) {
    const supplier = supplierAt(shop, plan.supplier);
    const module = plan.kind === "contract" ? 115 : 116;
    onDay(shop, plan.offset, minute(10, n), async (now) => {
      const values = plan.kind === "contract" ? await termsOf(shop, plan, supplier) : infoOf(shop, plan, supplier, n);
      const row = await enter(shop, supplier.user, now, {
        entity: "ChangeApply",
        module,
        values: { ApplyKind: plan.kind, ...values, file: demoUrl(n % 2 === 0 ? "pdf" : "docx", 0) },
      });
      const step = (transition: string) => ({ entity: "ChangeApply", id: Number(row.Id), transition, reason: plan.reason ?? "", module });
      if (plan.statu === 0) return;
      onDay(shop, plan.offset, minute(11, n), (later) => act(shop, supplier.user, later, step("submit")));
      if (n % 3 !== 0) onDay(shop, plan.offset, minute(14, n), () => open(shop, "shop", "ChangeApply", row));
      const decision = plan.statu === 50 ? "audit" : plan.statu === -1 ? "reject" : null;
      if (decision) onDay(shop, plan.offset + 1, minute(14, n), (later) => act(shop, shop.staff.boss, later, step(decision)));
    });
  }
}

/** What is asked of the supplier's contract. */
async function termsOf(shop: TradingShop, { type = 1, supplier: seq }: ChangePlan, { row }: SeedSupplier): Promise<Row> {
  const found = await shop.store.find(entityIn(shop, "Contract"), { provid: row.provid ?? null, Statu: 50 });
  const contract = found[0];
  if (!contract) throw new Error(`seed: supplier ${seq} has no contract`);
  const ends = String(contract.enddate);
  const of = { ApplyType: type, ContractNo: contract.ContractNo ?? null };
  if (type === 1) {
    const later = { startdate: dayAt(shop, 30), enddate: dayAt(shop, 394), commissionRate: 120_000n };
    return { ApplyType: type, OperMode: 2, ...later, Remark: "新增代销品类" };
  }
  if (type === 2) return { ...of, enddate: addDays(ends, RENEWED.days) };
  if (type === 3) return { ...of, startdate: null, enddate: addDays(ends, PROLONGED), Remark: "活动延期，合同顺延" };
  return { ...of, startdate: null, enddate: dayAt(shop, -1), Remark: "经营调整" };
}

/** What of the supplier's file shall be another. */
function infoOf(shop: TradingShop, { field = "legalPerson" }: ChangePlan, { row }: SeedSupplier, n: number): Row {
  const random = streamIn(shop, "ChangeApply", n);
  return { ApplyType: 5, fieldName: field, newValue: newValue(field, random, String(row.city)) };
}

function newValue(field: NonNullable<ChangePlan["field"]>, random: Random, city: string): string {
  if (field === "legalPerson") return personName(random);
  if (field === "TaxNo") return taxNumber(random);
  return field === "BankAcct" ? `6200 0000 ${random.digits(4)} ${random.digits(4)}` : `示例银行${city}高新支行`;
}
