import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { accounts } from "../../auth/account.ts";
import { GIVEN_HOURS } from "../../auth/credentials.ts";
import { hashPassword, readablePassword } from "../../auth/password.ts";
import { SIGN_IN } from "../../base/tenant.ts";
import { wholeModel } from "../../base/viewer.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import type { ShopOpeningRow } from "../../generated/entities.ts";
import { makeAdministrator, openShop } from "./open-shop.ts";
import { freeNumber } from "./set-up.ts";
import { lockSetup } from "./setup-token.ts";

/**
 * Effect open-shop: a mall opens a further shop with its first administrator, who may do everything there; a retailer belongs to the mall's market
 * from then on, another mall to nobody's. As nobody gives more than he holds, it takes somebody who holds everything himself (docs/decisions/106).
 */
export async function openNewShop({ store, work, row }: EffectContext<"ShopOpening">): Promise<Partial<ShopOpeningRow>> {
  const { viewer, now } = work;
  // guard key: tests/server/setup/open-shop.test.ts
  if (viewer?.isMall !== true || !viewer.hasAll) throw new ApiError(CODE.forbidden, "开设商场或零售商须拥有全部模块");
  if (store.trx === null) throw new Error("a shop is opened in a database");
  const registry = wholeModel(work.registry);
  const [name, user, userName] = [row.NewName ?? "", row.AdminId ?? "", row.AdminName ?? ""];
  const profile = registry.profiles[row.ProfileKey ?? ""];
  if (profile === undefined || profile.of.length > 1) {
    const known = Object.values(registry.profiles).filter(({ of }) => of.length <= 1);
    throw refuse(`没有特性 ${row.ProfileKey}，可填：${known.map(({ name, title }) => `${name}（${title}）`).join("、")}`);
  }
  const taken = await accounts(forTenant(store.trx, SIGN_IN), registry).where("u.USER_ID", "=", user).executeTakeFirst();
  if (taken !== undefined) throw refuse("管理员登录名已被使用，请换一个");
  await lockSetup(store.trx);
  const id = await freeNumber(store.trx, registry);
  const kind = row.ShopKind === "mall" ? "mall" : "retail";
  const market = kind === "retail" ? store.shopId : null;
  const opened = await openShop(store.trx, registry, { id, name, kind, market, profile: profile.name }, now);
  const password = readablePassword();
  const hash = await hashPassword(password);
  await makeAdministrator(opened, store.trx, { user, userName, hash, givenAt: now });
  work.tell?.(
    `${name}（${id}）已建立，管理员 ${user} 的初始密码：${password}（只显示这一次，请转告本人；${GIVEN_HOURS}小时内有效，首次登录时须改为自己的密码）`,
  );
  return { NewShop: id };
}
