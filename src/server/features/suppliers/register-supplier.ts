import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { admitNewcomer } from "../../engine/rights-guard.ts";
import { entityOf } from "../../engine/values/names.ts";
import { Enabled, type RegistrationRow, type UserRow } from "../../generated/entities.ts";
import { firstPassword } from "../accounts/feature.ts";
import { giveVisitorFiles } from "../visitors/feature.ts";

/**
 * An approved registration becomes a supplier with its first user; one for biddings becomes a user with a code alone, whose file
 * follows when the company becomes a supplier. A tax number stands for one supplier of a shop.
 */
export async function registerSupplier(context: EffectContext<"Registration">): Promise<Partial<RegistrationRow>> {
  const { store, work, row } = context;
  const { TaxNo, Provider, contact, tel, email, idcardimg, licenseimg, openlicenseimg } = row;
  const [providers, users] = [entityOf(work.registry, "Provider"), entityOf(work.registry, "User")];
  const [shop] = await store.find(entityOf(work.registry, "Shop"), { SHOP_ID: store.shopId }, true); // two at once must not get one code
  if (await store.exists(providers, { TaxNo })) throw refuse("该税号已有供应商档案");
  const UserKind = row.RegType === "bidding" ? "bidder" : "supplier";
  const provid = await nextSupplierCode(context, shop?.Id ?? 0, UserKind === "bidder");
  if (UserKind === "supplier") {
    const pictures = { idcardimg, licenseimg, openlicenseimg };
    const filed = { TaxNo, legalPerson: row.legalPerson, contact, tel, email, city: row.city, ...pictures };
    await createRow(context, providers, { ...filed, provid, Provider, company_providerDisplayName: Provider });
  }
  await giveVisitorFiles(store, work.registry, [idcardimg, licenseimg, openlicenseimg], provid);
  const userId = String(row.UsrName);
  admitNewcomer(store, userId);
  await createRow(context, users, {
    USER_ID: userId,
    UsrName: contact ?? row.UsrName,
    UserKind,
    PROV_ID: provid,
    GroupId: await firstGroup(context, UserKind),
    tel,
    email,
    isconfirm: UserKind === "supplier" && work.env.flags.confirmParty !== "shop",
  });
  await firstPassword(context, userId);
  return { provid };
}

async function firstGroup({ store, work }: EffectContext<"Registration">, UserKind: UserRow["UserKind"]): Promise<string> {
  const groups = await store.find(entityOf(work.registry, "UserGroup"), { UserKind, statu: Enabled.enabled });
  const [first] = groups;
  if (!first) throw refuse(`没有启用的${UserKind === "bidder" ? "竞价" : "供应商"}用户组，请先建立用户组`);
  return String(first.GroupId);
}

const FIRST_SUPPLIER = 1;
/** Users who have only registered for biddings are numbered from here on. */
const FIRST_BIDDER = 901;
const CODE = /^\d{6}$/;

/**
 * The code of the shop's next supplier: 1, two digits of the shop, three of its own, after the highest given so far. Codes of
 * another form, brought from elsewhere, do not count.
 */
async function nextSupplierCode(
  { store, work }: Pick<EffectContext, "store" | "work">,
  shopNumber: number,
  isBidder: boolean,
): Promise<string> {
  const providers = await store.find(entityOf(work.registry, "Provider"), {});
  const users = await store.find(entityOf(work.registry, "User"), {});
  const taken = new Set([...providers.map(({ provid }) => String(provid)), ...users.map(({ PROV_ID }) => PROV_ID ?? "")]);
  const known = [...taken].filter((code) => CODE.test(code)).sort();
  const prefix = known[0]?.slice(0, 3) ?? `1${String(shopNumber % 100).padStart(2, "0")}`;
  const first = isBidder ? FIRST_BIDDER : FIRST_SUPPLIER;
  const isSameKind = (number: number) => (isBidder ? number >= FIRST_BIDDER : number < FIRST_BIDDER);
  const numbers = known.filter((code) => code.startsWith(prefix)).map((code) => Number(code.slice(3)));
  let next = Math.max(first - 1, ...numbers.filter(isSameKind)) + 1;
  while (taken.has(codeOf(prefix, next))) next += 1;
  return codeOf(prefix, next);
}

function codeOf(prefix: string, number: number): string {
  return prefix + String(number).padStart(3, "0");
}
