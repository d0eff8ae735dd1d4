import type { Row } from "../../shared/domain/cell.ts";
import registrations from "../data/registrations.json" with { type: "json" };
import { demoUrl } from "../demo-files.ts";
import { act } from "../play.ts";
import { streamOf } from "../random.ts";
import { minute } from "../timeline.ts";
import {
  dayAt,
  entityIn,
  onDay,
  put,
  rowIn,
  type SeedParty,
  type SeedSupplier,
  type SeedUser,
  type ShopWorld,
  shopDigits,
  shopSuffix,
  streamIn,
  supplierAt,
  type TradingShop,
} from "../world.ts";
import { CATEGORIES, makeGoods } from "./goods.ts";
import { bankAccount, brandName, CITIES, companyName, personName, phone, taxNumber } from "./names.ts";
import { asUser, makeSupplierUsers, supplierUserId } from "./people.ts";

const SUPPLIERS = 12;
/** Payment to this one was stopped; the last one was closed altogether. */
const STOPPED = 10;
/** This one came by a registration; the others' files were brought along when the shop began. */
const REGISTERED = 11;
/** This one's accounts have a history; the others' have never been changed. */
const WITH_ACCOUNTS = 5;
const ACCOUNT = { waiting: 20, effective: 50, stopped: 60, withdrawn: -1 } as const;
/** Way of trade by supplier number: 5 经销, 3 代销, 3 联营, 1 租赁. */
const OPER_MODES: readonly number[] = [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4];
/** Brands of companies that only register begin behind those of all suppliers. */
const FIRST_BRAND = 200;
const BRANDS_A_SHOP = 8;

/** The shop's suppliers, each with its goods, their stock, and its users. */
export async function makeSuppliers(world: ShopWorld, stores: readonly Row[], auditor: SeedUser): Promise<SeedSupplier[]> {
  const suppliers: SeedSupplier[] = [];
  for (let seq = 1; seq <= SUPPLIERS; seq++) {
    const category = categoryOf(world, seq);
    const { row, user } = await makeParty(world, seq, supplierFile(world, seq, category), auditor);
    const goods = await makeGoods(world, { seq, row, category, stores });
    suppliers.push({ seq, row, goods, user });
  }
  await makeAccounts(world, supplierIn(suppliers, WITH_ACCOUNTS).row);
  return suppliers;
}

/** One supplier has changed its account, has a second one, gets a third soon, and had a change withdrawn. */
async function makeAccounts(world: ShopWorld, { provid = null, BankName = null, BankAcct = null }: Row): Promise<void> {
  const at = (offset: number) => `${dayAt(world, offset)} 15:00:00`;
  const account = (nth: number, Statu: number, offset: number, more: Row): Row => {
    const number = `${String(BankAcct).slice(0, -2)}${String(nth).padStart(2, "0")}`;
    const times = { createtime: at(offset - 2), effecttime: at(offset) };
    return { provid, BankName, BankAcct: number, isExtra: false, Statu, creator: "系统", ...times, ...more };
  };
  for (const row of [
    account(1, ACCOUNT.stopped, joinedAt(WITH_ACCOUNTS), { stoptime: at(-90) }),
    account(2, ACCOUNT.effective, -90, { BankAcct }),
    account(3, ACCOUNT.effective, -40, { isExtra: true }),
    account(4, ACCOUNT.withdrawn, -30, { stoptime: at(-30) }),
    account(5, ACCOUNT.waiting, 1, { isExtra: true }),
  ])
    await put(world, "PayeeAccount", row);
}

function supplierIn(suppliers: readonly SeedSupplier[], wanted: number): SeedSupplier {
  const found = suppliers.find(({ seq }) => seq === wanted);
  if (!found) throw new Error(`seed: supplier ${wanted} was not made`);
  return found;
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

function supplierFile(world: ShopWorld, seq: number, category: (typeof CATEGORIES)[number]): Row {
  const random = streamIn(world, "Provider", seq);
  const { province, city } = random.pick(CITIES);
  const brand = brandName((world.index - 1) * SUPPLIERS + seq - 1);
  // `1` + shop (2 digits) + number (3 digits).
  const provid = `1${String(world.index).padStart(2, "0")}${String(seq).padStart(3, "0")}`;
  return {
    provid,
    Provider: companyName(city, brand, category.name),
    company_providerDisplayName: brand,
    OperMode: OPER_MODES[seq - 1] ?? 1,
    TaxNo: taxNoOf(world, seq),
    legalPerson: personName(random),
    contact: personName(random),
    tel: phone(random),
    email: `${provid}@demo.example`,
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

/** The second supplier of the second shop and the third of the third are one company: same tax number, two codes. */
function taxNoOf(world: ShopWorld, seq: number): string {
  const isShared = (world.index === 2 && seq === 2) || (world.index === 3 && seq === 3);
  return taxNumber(isShared ? streamOf("Provider.TaxNo", "shared", 0) : streamIn(world, "Provider.TaxNo", seq));
}

/** Each shop begins with another trade; the building market with building materials. */
function categoryOf({ index }: ShopWorld, seq: number): (typeof CATEGORIES)[number] {
  const first = index === 7 ? CATEGORIES.length - 1 : index - 1;
  const found = CATEGORIES[(first + seq - 1) % CATEGORIES.length];
  if (!found) throw new Error("no category");
  return found;
}

/** Plans the registrations that still wait, or are refused. Those that went through are made with the suppliers. */
export function planRegistrations(shop: TradingShop): void {
  for (const { n, type, offset, reason } of registrations) {
    onDay(shop, offset, minute(11, n), async () => {
      const row = await register(shop, n, type, `${dayAt(shop, offset)} ${minute(11, n)}:00`, applicant(shop, n));
      if (reason === undefined) return;
      const what = { entity: "Registration", id: Number(row.Id), transition: "reject", reason, module: moduleOf(type) };
      onDay(shop, offset + 1, minute(10, n), (now) => act(shop, shop.staff.buyer, now, what));
    });
  }
}

/** The company that has registered for biddings and was let in. */
export async function registerBidder(world: ShopWorld, auditor: SeedUser): Promise<SeedParty> {
  const values = { ...applicant(world, 1), UsrName: `bid${shopSuffix(world.plan.id)}` };
  const user = await admit(world, auditor, 1, "bidding", -200, values);
  return { row: { provid: user.provId, Provider: values.Provider, city: values.city }, user };
}

/** Registers a company whose file is known already, and lets it in: its file, with what the registration says of it, and its user. */
async function registerSupplier(world: ShopWorld, auditor: SeedUser, offset: number, file: Row, UsrName: string): Promise<SeedParty> {
  const taken = ["Provider", "TaxNo", "legalPerson", "contact", "tel", "email", "city"];
  const values = { ...applicant(world, 0), ...Object.fromEntries(taken.map((name) => [name, file[name] ?? null])), UsrName };
  const user = await admit(world, auditor, 0, "supplier", offset, values);
  const { provid, creator: _creator, createtime: _createtime, ...rest } = file;
  if (user.provId !== provid) throw new Error(`seed: the registered supplier got the code ${user.provId}`);
  await world.store.update(entityIn(world, "Provider"), { provid }, rest);
  return { row: await rowIn(world, "Provider", { provid }), user };
}

async function admit(world: ShopWorld, auditor: SeedUser, n: number, type: string, offset: number, values: Row): Promise<SeedUser> {
  const row = await register(world, n, type, `${dayAt(world, offset)} 10:00:00`, values);
  const now = new Date(`${dayAt(world, offset)}T16:00:00+08:00`);
  const left = await act(world, auditor, now, { entity: "Registration", id: Number(row.Id), transition: "audit", module: moduleOf(type) });
  const user = await rowIn(world, "User", { USER_ID: values.UsrName ?? null });
  return { ...asUser(user), provId: String(left.provid) };
}

/** Nobody is signed in when a company registers. */
async function register(world: ShopWorld, n: number, RegType: string, createtime: string, values: Row): Promise<Row> {
  const images = { idcardimg: demoUrl("idcard", n), licenseimg: demoUrl("licence", n), openlicenseimg: demoUrl("licence", n + 1) };
  const Billid = await world.store.nextNumber("ZC", createtime.slice(0, 10));
  return put(world, "Registration", { Billid, RegType, ...values, ...images, creator: values.UsrName ?? null, createtime });
}

/** A company that nobody knows yet. */
function applicant(world: ShopWorld, n: number) {
  const random = streamIn(world, "Registration", n);
  const { city } = random.pick(CITIES);
  const category = random.pick(CATEGORIES).name;
  const UsrName = `r${shopDigits(world.plan.id)}${n}`;
  return {
    UsrName,
    Provider: companyName(city, brandName(FIRST_BRAND + (world.index - 1) * BRANDS_A_SHOP + n), category),
    TaxNo: taxNumber(random),
    legalPerson: personName(random),
    contact: personName(random),
    tel: phone(random),
    email: `${UsrName}@demo.example`,
    CategoryName: category,
    city,
  };
}

const moduleOf = (type: string): number => (type === "bidding" ? 8801 : 103);
