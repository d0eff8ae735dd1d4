import type { Row } from "../../shared/domain/cell.ts";
import { demoUrl } from "../demo-files.ts";
import { CATEGORIES, type Category } from "../names/goods.ts";
import { bankAccount, personName, phone, taxNumber } from "../names/people.ts";
import { brandName, CITIES, companyName } from "../names/suppliers.ts";
import { act } from "../play.ts";
import { streamOf } from "../random.ts";
import {
  dayAt,
  onDay,
  put,
  type SeedParty,
  type SeedSupplier,
  type SeedUser,
  type ShopWorld,
  streamIn,
  supplierAt,
  type TradingShop,
} from "../world.ts";
import { makeGoods } from "./goods.ts";
import { registerSupplier } from "./registrations.ts";
import { makeSupplierUsers, supplierUserId } from "./users.ts";

export const SUPPLIERS = 12;
/** Payment to this one was stopped; the last one was closed altogether. */
const STOPPED = 10;
/** This one came by a registration; the others' files were brought along when the shop began. */
const REGISTERED = 11;

/** Way of trade by supplier number: 5 经销, 3 代销, 3 联营, 1 租赁. */
const OPER_MODES: readonly number[] = [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4];

/** `1` + shop (2 digits) + number (3 digits). */
function supplierCode({ index }: ShopWorld, seq: number): string {
  return `1${String(index).padStart(2, "0")}${String(seq).padStart(3, "0")}`;
}

/** The shop's suppliers, each with its goods, their stock, and its users. */
export async function makeSuppliers(world: ShopWorld, stores: readonly Row[], auditor: SeedUser): Promise<SeedSupplier[]> {
  const suppliers: SeedSupplier[] = [];
  for (let seq = 1; seq <= SUPPLIERS; seq++) {
    const category = categoryOf(world, seq);
    const { row, user } = await makeParty(world, seq, supplierFile(world, seq, category), auditor);
    const goods = await makeGoods(world, { seq, row, category, stores });
    suppliers.push({ seq, row, goods, user });
  }
  return suppliers;
}

async function makeParty(world: ShopWorld, seq: number, file: Row, auditor: SeedUser): Promise<SeedParty> {
  if (seq === REGISTERED) return registerSupplier(world, auditor, joinedAt(seq), file, supplierUserId(world, seq));
  const row = await put(world, "Provider", file);
  return { row, user: await makeSupplierUsers(world, seq, String(row.provid)) };
}

/** Plans what the shop thinks of two of its suppliers by now. */
export function planSupplierStates(shop: TradingShop): void {
  const of = (seq: number) => ({ entity: "Provider", id: Number(supplierAt(shop, seq).row.Id) });
  onDay(shop, -46, "17:10", (now) => act(shop, shop.staff.boss, now, { ...of(STOPPED), transition: "stop" }));
  onDay(shop, -12, "17:20", (now) => act(shop, shop.staff.boss, now, { ...of(SUPPLIERS), transition: "disable" }));
}

/** Days from the anchor day to the day the supplier joined the shop. */
const joinedAt = (seq: number): number => -380 + seq;

function supplierFile(world: ShopWorld, seq: number, category: Category): Row {
  const random = streamIn(world, "Provider", seq);
  const [province, city] = random.pick(CITIES);
  const brand = brandOf(world, seq);
  const OperMode = OPER_MODES[seq - 1] ?? 1;
  return {
    provid: supplierCode(world, seq),
    Provider: companyName(city, brand, category.name),
    company_providerDisplayName: brand,
    OperMode,
    TaxNo: taxNoOf(world, seq),
    legalPerson: personName(random),
    contact: personName(random),
    tel: phone(random),
    email: `${supplierCode(world, seq)}@demo.example`,
    province,
    city,
    address: `${city}示例街${random.int(1, 500)}号`,
    BankName: `示例银行${city}分行`,
    BankAcct: bankAccount(random),
    settleCycle: seq % 4 === 0 ? 2 : seq === 11 ? 3 : 1,
    settleDays: seq % 4 === 0 ? 30 : 15,
    taxRate: category.taxRate === "0.09" ? 90_000n : 130_000n,
    idcardimg: demoUrl("idcard", seq),
    licenseimg: demoUrl("licence", seq),
    openlicenseimg: demoUrl("licence", seq + 1),
    creator: "系统",
    createtime: `${dayAt(world, joinedAt(seq))} 11:00:00`,
  };
}

export function brandOf({ index }: ShopWorld, seq: number): string {
  return brandName((index - 1) * SUPPLIERS + seq - 1);
}

/** The second supplier of the second shop and the third of the third are one company: same tax number, two codes. */
function taxNoOf(world: ShopWorld, seq: number): string {
  const isShared = (world.index === 2 && seq === 2) || (world.index === 3 && seq === 3);
  return taxNumber(isShared ? streamOf("Provider.TaxNo", "shared", 0) : streamIn(world, "Provider.TaxNo", seq));
}

/** Each shop begins with another trade; the building market with building materials. */
function categoryOf({ index }: ShopWorld, seq: number): Category {
  const first = index === 7 ? CATEGORIES.length - 1 : index - 1;
  const found = CATEGORIES[(first + seq - 1) % CATEGORIES.length];
  if (!found) throw new Error("no category");
  return found;
}
