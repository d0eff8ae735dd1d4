import type { Row } from "../../shared/domain/cell.ts";
import { demoUrl } from "../demo-files.ts";
import { bankAccount, personName, phone, taxNumber } from "../names/people.ts";
import { AREAS, MALL_ID } from "../names/shops.ts";
import { dayAt, put, type ShopWorld, streamIn } from "../world.ts";

/** The shop itself. */
export async function makeShop(world: ShopWorld): Promise<Row> {
  const { plan, registry } = world;
  const random = streamIn(world, "Shop", 0);
  const hasContract = plan.contractDays !== null;
  return put(world, "Shop", {
    SHOP_ID: plan.id,
    ShopName: plan.name,
    ShopKind: plan.kind,
    MarketId: plan.kind === "mall" ? null : MALL_ID,
    ProfileKey: registry.shopProfiles[plan.id] ?? "plain",
    logo: demoUrl("logo", 0),
    contact: personName(random),
    tel: phone(random),
    province: plan.province,
    city: plan.city,
    address: `${plan.city}示例路${random.int(1, 300)}号`,
    TaxNo: taxNumber(random),
    BankName: `示例银行${plan.city}分行`,
    BankAcct: bankAccount(random),
    contractstart: hasContract ? dayAt(world, (plan.contractDays ?? 0) - 730) : null,
    contractend: hasContract ? dayAt(world, plan.contractDays ?? 0) : null,
  });
}

/** One store in each area. */
export async function makeStores(world: ShopWorld, shop: Row): Promise<Row[]> {
  const stores: Row[] = [];
  for (const [position, area] of AREAS.entries()) {
    const random = streamIn(world, "Store", position);
    const address = `${world.plan.city}${area}示例大道${random.int(1, 200)}号`;
    const tel = phone(random);
    stores.push(
      await put(world, "Store", {
        StoreId: storeId(world, position),
        StoreName: `${world.plan.short}${area}店`,
        area,
        address,
        tel,
        InvTitle: shop.ShopName ?? null,
        TaxNo: shop.TaxNo ?? null,
        InvAddr: `${address} ${tel}`,
        BankName: shop.BankName ?? null,
        BankAcct: shop.BankAcct ?? null,
        taxRate: 130_000n,
        creator: "系统",
        createtime: `${dayAt(world, -400)} 09:00:00`,
      }),
    );
  }
  return stores;
}

const storeId = ({ index }: ShopWorld, position: number): string =>
  `${String(index).padStart(2, "0")}${String(position + 1).padStart(2, "0")}`;
