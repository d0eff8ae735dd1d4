import type { Row } from "../../shared/domain/cell.ts";
import { addDays } from "../../shared/domain/day.ts";
import changes from "../data/changes.json" with { type: "json" };
import contracts from "../data/contracts.json" with { type: "json" };
import licences from "../data/licences.json" with { type: "json" };
import { demoUrl } from "../demo-files.ts";
import { tell } from "../life.ts";
import { actAsSystem } from "../play.ts";
import { dayAt, entityIn, onDay, rowIn, type SeedSupplier, shopDigits, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { bankAccount, personName, taxNumber } from "./names.ts";

/** A licence of the supplier or of one of its goods, and the day it ends. */
type LicencePlan = (typeof licences.plans)[number];

/** A contract, the day it ends as it is signed, and for how many years it runs. */
type ContractPlan = (typeof contracts.plans)[number];

/** An application for other terms (1 new, 2 renewed, 3 changed, 4 ended) or for another entry in the file. */
type ChangePlan = (typeof changes.plans)[number];

const LICENCE_YEARS = 3;
/** Categories of goods that are eaten. */
const FOOD: readonly string[] = ["粮油", "生鲜", "乳品", "饮料", "零食"];
const FOR_ALL = ["营业执照", "一般纳税人资格证明", "商标注册证", "质量管理体系认证"] as const;

/** Days by which a renewal and a change put off the end of a contract. */
const RENEWED = 365;
const PROLONGED = 7;
/** Shares kept of sales, and the least income a month. */
const RATES = [100_000n, 120_000n, 150_000n, 180_000n] as const;
const GUARANTEES = [500_000n, 800_000n, 1_200_000n] as const;
const FILES = ["pdf", "docx", "doc"] as const;

/** Plans a contract in force for each supplier, signed soon after it joined, and what is to follow them. */
export function planContracts(shop: TradingShop): void {
  const teller = (plan: ContractPlan, n: number) => ({ entity: "Contract", values: contractOf(shop, plan, n) });
  tell(shop, contracts, teller, (row, plan) => {
    const begins = plan.ends - startsBefore(plan);
    // Signed before its first day.
    if (plan.statu !== 50 || begins <= plan.offset) return;
    onDay(shop, begins, "00:30", (now) => actAsSystem(shop, now, { entity: "Contract", id: Number(row.Id), transition: "begin" }));
  });
}

/** Days from the beginning of a contract to its end. */
const startsBefore = ({ years }: ContractPlan): number => 365 * years - 1;

/** Plans every licence of the shop's suppliers and of their goods. */
export function planLicences(shop: TradingShop): void {
  tell(shop, licences, (plan, n) => {
    return { entity: "Licence", values: licenceOf(shop, plan, n), module: plan.kind === "supplier" ? 701 : 702 };
  });
}

/** Plans what suppliers ask to be changed. */
export function planChanges(shop: TradingShop): void {
  tell(shop, changes, async (plan, n) => {
    const supplier = supplierAt(shop, plan.supplier);
    const isContract = plan.kind === "contract";
    const asked = isContract ? await termsOf(shop, plan, supplier) : infoOf(shop, plan, supplier, n);
    const values = { ApplyKind: plan.kind, ...asked, file: demoUrl(n % 2 === 0 ? "pdf" : "docx", 0) };
    return { entity: "ChangeApply", values, module: isContract ? 115 : 116 };
  });
}

function licenceOf(shop: TradingShop, { supplier, kind, ends, statu }: LicencePlan, n: number): Row {
  const random = streamIn(shop, "Licence", n);
  const { goods } = supplierAt(shop, supplier);
  const enddate = dayAt(shop, ends);
  const types = typesOf(kind, String(goods[0]?.CategoryName));
  const of = kind === "goods" ? { GoodsId: random.pick(goods.filter((one) => one.statu === 1)).GoodsId ?? null } : {};
  return {
    LicenceKind: kind,
    LicenceType: types[n % types.length] ?? null,
    LicenceNo: `${kind === "supplier" ? "ZZ" : "SP"}DEMO${random.digits(8)}`,
    ...of,
    startdate: addDays(enddate, -365 * LICENCE_YEARS),
    enddate,
    img: statu === 0 && kind === "goods" ? null : demoUrl("licence", n),
  };
}

/** What a supplier of these goods has to show of itself, or of them. */
function typesOf(kind: string, category: string): readonly string[] {
  const isFood = FOOD.includes(category);
  if (kind === "supplier") return isFood ? ["食品经营许可证", ...FOR_ALL] : FOR_ALL;
  const own: Readonly<Record<string, string>> = { 生鲜: "检疫合格证明", 家电: "强制性产品认证证书", 建材: "环保检测报告" };
  return ["商品检验报告", own[category] ?? (isFood ? "食品生产许可证" : "产品合格证")];
}

function contractOf(shop: TradingShop, plan: ContractPlan, n: number): Row {
  const { row } = supplierAt(shop, plan.supplier);
  const random = streamIn(shop, "Contract", n);
  const enddate = dayAt(shop, plan.ends);
  const mode = Number(row.OperMode);
  const words = entityIn(shop, "Contract").fields.OperMode?.values.find(({ code }) => code === mode)?.text ?? "";
  return {
    ContractNo: `HT${shopDigits(shop.plan.id)}-${String(n + 1).padStart(3, "0")}`,
    ContractName: `${String(row.company_providerDisplayName)}${words}合同`,
    provid: row.provid ?? null,
    startdate: addDays(enddate, -startsBefore(plan)),
    enddate,
    commissionRate: mode === 2 || mode === 3 ? random.pick(RATES) : null,
    guaranteeMoney: mode >= 3 ? random.pick(GUARANTEES) : null,
    file: demoUrl(FILES[n % FILES.length] ?? "pdf", 0),
    Remark: plan.offset > -30 ? "续签谈判中" : null,
  };
}

/** What is asked of the supplier's contract. */
async function termsOf(shop: TradingShop, { type = 1 }: ChangePlan, { row }: SeedSupplier): Promise<Row> {
  const contract = await rowIn(shop, "Contract", { provid: row.provid ?? null, Statu: 50 });
  const ends = String(contract.enddate);
  const of = { ApplyType: type, ContractNo: contract.ContractNo ?? null };
  if (type === 1) {
    const later = { startdate: dayAt(shop, 30), enddate: dayAt(shop, 394), commissionRate: 120_000n };
    return { ApplyType: type, OperMode: 2, ...later, Remark: "新增代销品类" };
  }
  if (type === 2) return { ...of, enddate: addDays(ends, RENEWED) };
  if (type === 3) return { ...of, startdate: null, enddate: addDays(ends, PROLONGED), Remark: "活动延期，合同顺延" };
  return { ...of, startdate: null, enddate: dayAt(shop, -1), Remark: "经营调整" };
}

/** What of the supplier's file shall be another. */
function infoOf(shop: TradingShop, { field = "legalPerson" }: ChangePlan, { row }: SeedSupplier, n: number): Row {
  const random = streamIn(shop, "ChangeApply", n);
  const fresh: Readonly<Record<string, () => string>> = {
    legalPerson: () => personName(random),
    TaxNo: () => taxNumber(random),
    BankAcct: () => bankAccount(random),
    BankName: () => `示例银行${String(row.city)}高新支行`,
  };
  return { ApplyType: 5, fieldName: field, newValue: fresh[field]?.() ?? null };
}
