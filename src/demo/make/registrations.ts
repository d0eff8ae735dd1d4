import type { Row } from "../../shared/domain/cell.ts";
import { demoUrl } from "../demo-files.ts";
import { CATEGORIES } from "../names/goods.ts";
import { personName, phone, taxNumber } from "../names/people.ts";
import { shopDigits, shopSuffix } from "../names/shops.ts";
import { brandName, CITIES, companyName } from "../names/suppliers.ts";
import { act } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, put, type SeedParty, type SeedUser, type ShopWorld, streamIn, type TradingShop } from "../world.ts";

type RegType = "supplier" | "bidding";

/** Brands of registered companies begin behind those of all suppliers. */
const FIRST_BRAND = 200;
const PER_SHOP = 8;

/** Registrations that still wait, or were refused. Those that went through are made with the suppliers. */
const OPEN: readonly { readonly n: number; readonly type: RegType; readonly offset: number; readonly reason?: string }[] = [
  { n: 2, type: "supplier", offset: -3 },
  { n: 3, type: "supplier", offset: -1 },
  { n: 4, type: "bidding", offset: -2 },
  { n: 5, type: "bidding", offset: -1 },
  { n: 6, type: "supplier", offset: -18, reason: "营业执照照片不清晰，请重新上传后再申请" },
  { n: 7, type: "bidding", offset: -9, reason: "经营范围与采购品类不符" },
];

/** Plans the registrations that do not become anything. */
export function planRegistrations(shop: TradingShop): void {
  for (const { n, type, offset, reason } of OPEN) {
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
  const UsrName = `bid${shopSuffix(world.plan.id)}`;
  const values = { ...applicant(world, 1), UsrName };
  const { user, provid } = await admit(world, auditor, 1, "bidding", -200, values);
  return { row: { provid, Provider: values.Provider, city: values.city }, user };
}

/** Registers a company whose file is known already, and lets it in: its file, with what the registration says of it, and its user. */
export async function registerSupplier(
  world: ShopWorld,
  auditor: SeedUser,
  offset: number,
  file: Row,
  UsrName: string,
): Promise<SeedParty> {
  const taken = ["Provider", "TaxNo", "legalPerson", "contact", "tel", "email", "city"];
  const values = { ...applicant(world, 0), ...Object.fromEntries(taken.map((name) => [name, file[name] ?? null])), UsrName };
  const { user, provid } = await admit(world, auditor, 0, "supplier", offset, values);
  const { provid: _expected, creator: _creator, createtime: _createtime, ...rest } = file;
  await world.store.update(entityIn(world, "Provider"), { provid }, rest);
  const [row] = await world.store.find(entityIn(world, "Provider"), { provid });
  if (!row || provid !== file.provid) throw new Error(`seed: the registered supplier got the code ${provid}`);
  return { row, user };
}

async function admit(world: ShopWorld, auditor: SeedUser, n: number, type: RegType, offset: number, values: Row) {
  const row = await register(world, n, type, `${dayAt(world, offset)} 10:00:00`, values);
  const now = new Date(`${dayAt(world, offset)}T16:00:00+08:00`);
  const left = await act(world, auditor, now, { entity: "Registration", id: Number(row.Id), transition: "audit", module: moduleOf(type) });
  const [user] = await world.store.find(entityIn(world, "User"), { USER_ID: values.UsrName ?? null });
  if (!user) throw new Error(`seed: the registration made no user ${String(values.UsrName)}`);
  const provid = String(left.provid);
  const isConfirm = user.isconfirm === true;
  return { provid, user: { userId: String(user.USER_ID), userName: String(user.UsrName), provId: provid, isConfirm } };
}

/** Nobody is signed in when a company registers. */
async function register(world: ShopWorld, n: number, RegType: RegType, createtime: string, values: Row): Promise<Row> {
  const images = { idcardimg: demoUrl("idcard", n), licenseimg: demoUrl("licence", n), openlicenseimg: demoUrl("licence", n + 1) };
  const Billid = await world.store.nextNumber("ZC", createtime.slice(0, 10));
  return put(world, "Registration", { Billid, RegType, ...values, ...images, creator: values.UsrName ?? null, createtime });
}

/** A company that nobody knows yet. */
function applicant(world: ShopWorld, n: number) {
  const random = streamIn(world, "Registration", n);
  const [, city] = random.pick(CITIES);
  const category = random.pick(CATEGORIES).name;
  return {
    UsrName: `r${shopDigits(world.plan.id)}${n}`,
    Provider: companyName(city, brandName(FIRST_BRAND + (world.index - 1) * PER_SHOP + n), category),
    TaxNo: taxNumber(random),
    legalPerson: personName(random),
    contact: personName(random),
    tel: phone(random),
    email: `r${shopDigits(world.plan.id)}${n}@demo.example`,
    CategoryName: category,
    city,
  };
}

const moduleOf = (type: RegType): number => (type === "bidding" ? 8801 : 103);
