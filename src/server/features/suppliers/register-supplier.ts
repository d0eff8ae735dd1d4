import type { Row } from "../../../shared/domain/cell.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { givePassword } from "../accounts/feature.ts";
import { giveVisitorFiles } from "../visitors/feature.ts";
import { nextSupplierCode } from "./next-supplier-code.ts";

/** What a supplier's file takes over from its registration. */
const FILED = ["TaxNo", "legalPerson", "contact", "tel", "email", "city", "idcardimg", "licenseimg", "openlicenseimg"] as const;

/**
 * An approved registration becomes a supplier with its first user; one for biddings becomes a user with a code alone, whose file
 * follows when the company becomes a supplier. A tax number stands for one supplier of a shop.
 */
export async function registerSupplier(context: EffectContext): Promise<Row> {
  const { store, work, row } = context;
  const [providers, users] = [entityOf(work.registry, "Provider"), entityOf(work.registry, "User")];
  const [shop] = await store.find(entityOf(work.registry, "Shop"), { SHOP_ID: store.shopId }, true); // two at once must not get one code
  if (await store.exists(providers, { TaxNo: row.TaxNo ?? null })) throw refuse("该税号已有供应商档案");
  const UserKind = row.RegType === "bidding" ? "bidder" : "supplier";
  const provid = await nextSupplierCode(context, Number(shop?.Id ?? 0), UserKind === "bidder");
  if (UserKind === "supplier") {
    const filed = Object.fromEntries(FILED.map((name) => [name, row[name] ?? null]));
    await createRow(context, providers, {
      ...filed,
      provid,
      Provider: row.Provider ?? null,
      company_providerDisplayName: row.Provider ?? null,
    });
  }
  const pictures = [row.idcardimg ?? null, row.licenseimg ?? null, row.openlicenseimg ?? null];
  await giveVisitorFiles(store, work.registry, pictures, provid);
  const userId = String(row.UsrName);
  await createRow(context, users, {
    USER_ID: userId,
    UsrName: row.contact ?? row.UsrName ?? null,
    UserKind,
    PROV_ID: provid,
    GroupId: await firstGroup(context, UserKind),
    tel: row.tel ?? null,
    email: row.email ?? null,
    isconfirm: UserKind === "supplier" && work.env.flags.confirmParty !== "shop",
  });
  await givePassword(context, userId, "初始密码");
  return { provid };
}

async function firstGroup({ store, work }: EffectContext, UserKind: string): Promise<string> {
  const groups = await store.find(entityOf(work.registry, "UserGroup"), { UserKind, statu: 1 });
  const [first] = groups;
  if (!first) throw refuse(`没有启用的${UserKind === "bidder" ? "竞价" : "供应商"}用户组，请先建立用户组`);
  return String(first.GroupId);
}
