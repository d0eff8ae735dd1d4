import { sql } from "kysely";
import { CellError, cellFromWire } from "../../../shared/domain/cell.ts";
import { checkMessage, passes } from "../../../shared/domain/checks.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { FormProblem } from "../../../shared/protocol/form.ts";
import type { SetupForm, SetupValues } from "../../../shared/protocol/setup.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { newPasswordProblems } from "../../auth/new-password.ts";
import { hashPassword } from "../../auth/password.ts";
import { SHOP_PATTERN } from "../../base/technical.ts";
import type { Db } from "../../db/connect.ts";
import { retrying } from "../../db/errors.ts";
import { entityField, entityOf } from "../../engine/values/names.ts";
import { makeAdministrator, type NewShop, openShop } from "./open-shop.ts";
import { endSetupTokens, hasUsers, isSetupToken, lockSetup } from "./setup-token.ts";

const SET_UP = "系统已有用户，初始设置已经完成，请直接登录";
const NO_TOKEN = "初始设置的地址无效、已用过或已过期。请重新启动系统以取得新的地址，或在服务器上运行 npm run setup";
/** Where numbers are proposed from: below lie those that files may name. */
const FIRST_NUMBER = 1_000_000_001;

/** Who sets up: a page by its token, or the operator, at his own shell. */
export type SetupBy = { readonly token: string } | "operator";

/** What the first start is asked with. */
export async function setupForm(db: Db, registry: Registry): Promise<SetupForm> {
  const profiles = Object.values(registry.profiles).filter(({ of }) => of.length <= 1);
  return {
    title: registry.title,
    shop: await freeNumber(db, registry),
    profiles: profiles.map(({ name, title }) => ({ name, title })).sort((a, b) => Number(b.name === "plain") - Number(a.name === "plain")),
  };
}

/** A number that no shop has and no file names. */
export async function freeNumber(db: Db, registry: Registry): Promise<string> {
  const { table } = entityOf(registry, "Shop");
  const highest = await db
    .selectFrom(table)
    .select(sql<string | null>`max("SHOP_ID")`.as("last"))
    .where("SHOP_ID", ">=", String(FIRST_NUMBER))
    .executeTakeFirst();
  let number = Math.max(FIRST_NUMBER, Number(highest?.last ?? 0) + 1);
  while (registry.shopProfiles[String(number)] !== undefined) number += 1;
  return String(number);
}

/** Refuses whoever may not set up: 422 there is a user, 404 the token does not count. */
export async function refuseSetup(db: Db, registry: Registry, by: SetupBy, now: Date): Promise<void> {
  // guard key: tests/server/setup/setup.test.ts
  if (await hasUsers(db, registry)) throw new ApiError(CODE.rule, SET_UP);
  // guard key: tests/server/setup/setup.test.ts
  if (by !== "operator" && !(await isSetupToken(db, by.token, now))) throw new ApiError(CODE.missing, NO_TOKEN);
}

/** Who the first administrator signs in as, and whether somebody else chose his password. */
export interface SetupPassword {
  readonly password: string;
  readonly isGiven: boolean;
}

/**
 * Makes the first shop with its standard groups and its administrator, all or nothing; of several at once one succeeds. `values` are what
 * {@link setupProblems} found nothing wrong with. Throws as {@link refuseSetup}.
 */
export async function setUp(
  db: Db,
  registry: Registry,
  by: SetupBy,
  values: SetupValues,
  { password, isGiven }: SetupPassword,
  now: Date,
): Promise<void> {
  const hash = await hashPassword(password);
  const shop = shopOf(values);
  await retrying(() =>
    db.transaction().execute(async (trx) => {
      await lockSetup(trx);
      await refuseSetup(trx, registry, by, now);
      await endSetupTokens(trx);
      const mall = marketOf(values);
      if (mall !== null && (await shopName(trx, registry, mall.id)) === null) await openShop(trx, registry, mall, now);
      const opened = await openShop(trx, registry, shop, now);
      await makeAdministrator(opened, trx, { user: values.user, userName: values.userName, hash, givenAt: isGiven ? now : null });
    }),
  );
}

function shopOf({ shop, name, kind, market, profile }: SetupValues): NewShop {
  return { id: shop, name, kind: kind === "mall" ? "mall" : "retail", market: market === "" ? null : market, profile };
}

/** A retailer's mall, as it is where nobody has opened it yet. */
function marketOf({ market, marketName }: SetupValues): NewShop | null {
  return market === "" ? null : { id: market, name: marketName, kind: "mall", market: null, profile: "plain" };
}

const TITLES: Readonly<Record<keyof SetupValues | "password", string>> = {
  kind: "类型",
  shop: "编号",
  name: "名称",
  market: "所属商场编号",
  marketName: "所属商场名称",
  profile: "特性",
  user: "登录名",
  userName: "姓名",
  password: "密码",
};

/** All that is wrong with what was typed, at its fields. */
export async function setupProblems(db: Db, registry: Registry, values: SetupValues, password: string): Promise<FormProblem[]> {
  const { kind, shop, name, market, marketName, profile, user, userName } = values;
  const [shops, users] = [entityOf(registry, "Shop"), entityOf(registry, "User")];
  const named = registry.shopProfiles[shop];
  const mall = market === "" ? null : await kindOf(db, registry, market);
  const broken = await newPasswordProblems(password, { userId: user, oldPassword: "" });
  const found: readonly (readonly [field: keyof typeof TITLES, message: string | null])[] = [
    ["kind", kind === "mall" || kind === "retail" ? null : "应为商场（mall）或零售商（retail）"],
    ["shop", numberProblem(shop) ?? ((await kindOf(db, registry, shop)) === null ? null : "编号已被使用")],
    ["name", textProblem(entityField(shops, "ShopName"), name)],
    ["market", market === "" ? (marketName === "" ? null : "不能为空") : marketProblem(values, mall)],
    ["marketName", market === "" || mall !== null ? null : textProblem(entityField(shops, "ShopName"), marketName)],
    ["profile", profileProblem(registry, profile, named)],
    ["user", textProblem(entityField(users, "USER_ID"), user) ?? (passes("userName", user) ? null : checkMessage("userName"))],
    ["userName", textProblem(entityField(users, "UsrName"), userName)],
    ["password", broken.length === 0 ? null : `应满足：${broken.join("、")}`],
  ];
  return found.flatMap(([field, message]) => (message === null ? [] : [{ field, message: TITLES[field] + message }]));
}

function numberProblem(text: string): string | null {
  return new RegExp(SHOP_PATTERN).test(text) && Number(text) > 0 ? null : "应为10位数字";
}

function marketProblem({ kind, market, shop }: SetupValues, known: string | null): string | null {
  if (kind === "mall") return "应为空：商场不属于其他商场";
  if (market === shop) return "不能与零售商的编号相同";
  return numberProblem(market) ?? (known === null || known === "mall" ? null : "该编号不是商场");
}

function profileProblem({ profiles }: Registry, profile: string, named: string | undefined): string | null {
  if (named !== undefined && named !== profile)
    return `与配置不符：配置文件已为该编号指定特性“${profiles[named]?.title ?? named}”，请选它或换一个编号`;
  return (profiles[profile]?.of.length ?? 2) <= 1 || named !== undefined ? null : "不存在";
}

function textProblem(field: ReturnType<typeof entityField>, text: string): string | null {
  if (text.trim() === "") return "不能为空";
  try {
    cellFromWire(field, text);
    return null;
  } catch (error) {
    if (error instanceof CellError) return error.message;
    throw error;
  }
}

const shopName = async (db: Db, registry: Registry, id: string) => (await shopRow(db, registry, id))?.ShopName ?? null;
const kindOf = async (db: Db, registry: Registry, id: string) => (await shopRow(db, registry, id))?.ShopKind ?? null;

function shopRow(db: Db, registry: Registry, id: string) {
  return db
    .selectFrom(entityOf(registry, "Shop").table)
    .select(["ShopName", "ShopKind"])
    .where("SHOP_ID", "=", id)
    .$castTo<{ ShopName: string; ShopKind: string }>()
    .executeTakeFirst();
}
