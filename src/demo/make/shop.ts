import { profileOf } from "../../server/base/viewer.ts";
import { fitSettings } from "../../server/engine/setting-rows.ts";
import type { Row } from "../../shared/domain/cell.ts";
import settings from "../data/settings.json" with { type: "json" };
import { demoFiles, demoUrl } from "../demo-files.ts";
import { dayAt, entityIn, madeAt, put, SHOPS, type ShopWorld, streamIn } from "../world.ts";
import { CATEGORIES } from "./goods.ts";
import { bankAccount, personName, phone, taxNumber } from "./names.ts";
import { PAY_WAY } from "./payments.ts";

const AREAS = ["东区", "西区", "南区", "北区"] as const;
/** In 分 and millionths. */
const CHANNELS = [
  { name: "ZSPay", channelName: "招商银企支付", maxMoney: 500_000_000n, feeRate: 600n },
  { name: "KingDeePay", channelName: "金蝶银企支付", maxMoney: null, feeRate: 800n },
] as const;

/** A shop as it begins: itself, its stores, settings, categories, payment channels, and the rows behind the demo's files. Returns the stores. */
export async function makeShop(world: ShopWorld): Promise<Row[]> {
  const stores = await makeStores(world, await makeShopRow(world));
  const createtime = madeAt(world, "09:00");
  // Each shop has rows of its own, all of them lead to the same bytes.
  for (const { url, name, mime, bytes } of demoFiles())
    await put(world, "Attachment", { url, name, mime, size: bytes.length, creator: "系统", createtime });
  await makeSettings(world, createtime);
  for (const { id, name } of CATEGORIES)
    await put(world, "Category", { CategoryId: id, CategoryName: name, level: 1, creator: "系统", createtime });
  await makePayConfigs(world);
  return stores;
}

function makeShopRow(world: ShopWorld): Promise<Row> {
  const { plan, registry } = world;
  const random = streamIn(world, "Shop", 0);
  const { contractDays } = plan;
  return put(world, "Shop", {
    SHOP_ID: plan.id,
    ShopName: plan.name,
    ShopKind: plan.kind,
    MarketId: plan.kind === "mall" ? null : (SHOPS.find(({ kind }) => kind === "mall")?.id ?? null),
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
    contractstart: contractDays === null ? null : dayAt(world, contractDays - 730),
    contractend: contractDays === null ? null : dayAt(world, contractDays),
  });
}

/** One store in each area. */
async function makeStores(world: ShopWorld, shop: Row): Promise<Row[]> {
  const stores: Row[] = [];
  for (const [position, area] of AREAS.entries()) {
    const random = streamIn(world, "Store", position);
    const address = `${world.plan.city}${area}示例大道${random.int(1, 200)}号`;
    const tel = phone(random);
    stores.push(
      await put(world, "Store", {
        StoreId: `${String(world.index).padStart(2, "0")}${String(position + 1).padStart(2, "0")}`,
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
        createtime: madeAt(world, "09:00"),
      }),
    );
  }
  return stores;
}

/** The settings as every new shop has them, and what this one has set. The manuals have no value: the portal makes them until a shop sets a file. */
async function makeSettings(world: ShopWorld, createtime: string): Promise<void> {
  const { store, registry } = world;
  await fitSettings(store, registry, new Date(`${createtime.replace(" ", "T")}+08:00`));
  const entity = entityIn(world, "ConfigItem");
  for (const [ConfigKey, ConfigValue] of Object.entries(settings.set)) await store.update(entity, { ConfigKey }, { ConfigValue });
  for (const ConfigKey of settings.outOfUse) await store.update(entity, { ConfigKey }, { statu: 0 });
}

/** Both payment channels; only those that the shop's profile offers are in use. */
async function makePayConfigs(world: ShopWorld): Promise<void> {
  const { payChannels } = profileOf(world.registry, world.plan.id).flags;
  for (const [n, { name, ...channel }] of CHANNELS.entries()) {
    const random = streamIn(world, "PayConfig", n);
    await put(world, "PayConfig", {
      ...channel,
      PayWay: PAY_WAY[name],
      merchantNo: `DEMO${random.digits(10)}`,
      keyMask: `****${random.digits(4)}`,
      minMoney: 100n,
      sortno: n + 1,
      statu: Array.isArray(payChannels) && payChannels.includes(name) ? 1 : 0,
      creator: "系统",
      createtime: `${dayAt(world, -380)} 09:00:00`,
    });
  }
}
