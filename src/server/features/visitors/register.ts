import { sql } from "kysely";
import type { Row } from "../../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { FormProblem } from "../../../shared/protocol/form.ts";
import type { RegisterAsk, Registered, RegisterPage } from "../../../shared/protocol/visitor.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { accounts } from "../../auth/account.ts";
import { countVisit, duringVisit } from "../../auth/visit-limits.ts";
import { SIGN_IN } from "../../base/tenant.ts";
import { registryOf } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { entityField, entityOf } from "../../engine/values/names.ts";
import { Enabled, RegistrationStt } from "../../generated/entities.ts";
import { ok } from "../../http/envelope.ts";
import { required } from "../../http/required.ts";
import type { Call, PublicRoute } from "../../http/route.ts";
import { statusLabels } from "../../screens/project-columns.ts";
import { projectVisitorForm } from "../../screens/project-visitor-form.ts";
import { FOLDS, foldedSql } from "../../tables/identity-sql.ts";
import { saveVisitor, type VisitorContext, type VisitorWork } from "./save-visitor.ts";

const ENTITY = "Registration";
const KIND = "RegType";
const NAME = "UsrName";

/** What the page is drawn from: shops and kinds to choose from, and the form. */
async function registerPage({ db, registry, now }: VisitorContext): Promise<RegisterPage> {
  const asked = asksOf(registry, ENTITY, await openShops(db, registry), (model): RegisterAsk | null => {
    const entity = entityOf(model, ENTITY);
    const form = projectVisitorForm(entity, now);
    return form && { kinds: statusLabels(entityField(entity, KIND).values), form };
  });
  const { shops, usual, own } = asked;
  return { shops, ...usual, ...(own && { own }) };
}

/** What visitors are asked for: by most shops, and by those whose profile patches the entity. */
export interface Asks<T> {
  /** Those that ask for anything. */
  readonly shops: readonly OpenShop[];
  readonly usual: T;
  /** By the shop's number; undefined: all ask alike. */
  readonly own: Readonly<Record<string, T>> | undefined;
}

/** What each shop asks of visitors about an entity (docs/decisions/76). Throws 403 where none asks anything. */
export function asksOf<T>(registry: Registry, entity: string, open: readonly OpenShop[], ask: (model: Registry) => T | null): Asks<T> {
  const isUsual = (model: Registry) => model.entities[entity] === registry.entities[entity];
  const usual = ask(registry);
  const asked = open.map((shop) => {
    const model = registryOf(registry, shop.SHOP_ID);
    return { shop, isOwn: !isUsual(model), form: isUsual(model) ? usual : ask(model) };
  });
  const own = asked.flatMap(({ shop, isOwn, form }) => (isOwn && form !== null ? [[shop.SHOP_ID, form] as const] : []));
  const any = usual ?? own[0]?.[1];
  if (any === undefined) throw new ApiError(CODE.forbidden, registry.messages.NOFUNC);
  const shops = asked.flatMap(({ shop, form }) => (form === null ? [] : [shop]));
  return { shops, usual: any, own: own.length > 0 ? Object.fromEntries(own) : undefined };
}

/** What a company sends in. */
export interface RegistrationRequest {
  readonly shopId: string;
  /** Code of the kind of registration. */
  readonly type: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
}

/** Takes a company's registration in: it waits for the shop's review (docs/decisions/54). */
function register(ctx: VisitorContext, { shopId, type, fields, idempotencyKey }: RegistrationRequest): Promise<Registered> {
  const kind = entityField(entityOf(registryOf(ctx.registry, shopId), ENTITY), KIND);
  if (!kind.values.some(({ code }) => code === type))
    throw new ApiError(CODE.badInput, `参数 type 应为 ${kind.values.map(({ code }) => code).join(" 或 ")}`);
  const request = {
    entity: ENTITY,
    shopId,
    fields,
    idempotencyKey,
    body: [type],
    own: async () => ({ [KIND]: type }),
    problems: takenName,
  };
  return saveVisitor(ctx, request, (row, shop) => ({
    number: String(row.Billid ?? row.Id),
    userName: String(row[NAME]),
    shopName: String(shop.ShopName),
  }));
}

/** A name is one user's in all shops, however it is spelled; one that is asked for already is promised. */
async function takenName({ db, store, work }: VisitorWork, row: Row): Promise<FormProblem[]> {
  const name = row[NAME];
  if (typeof name !== "string") return [];
  const same = FOLDS.map((fold) => sql`${foldedSql(fold, sql.ref("u.USER_ID"))} = ${foldedSql(fold, sql`cast(${name} as text)`)}`);
  const user = await accounts(forTenant(db, SIGN_IN), work.registry)
    .where(sql<boolean>`(${sql.join(same, sql` or `)})`)
    .executeTakeFirst();
  const isTaken =
    user !== undefined || (await store.exists(entityOf(work.registry, ENTITY), { [NAME]: name, stt: RegistrationStt.submitted }));
  return isTaken ? [{ field: NAME, message: "用户名已被使用，请换一个" }] : [];
}

/** Shops, kinds and form of the registration page. */
export const getRegisterForm: PublicRoute = {
  path: "/Register/GetForm",
  access: "public",
  handle: async (call) => ok(await registerPage(visitorContext(call))),
};

/** Takes a registration in; every parameter besides `shop` and `type` is a field of the form. */
export const saveRegistration: PublicRoute = {
  path: "/Register/Save",
  access: "public",
  takesFields: true,
  handle: async (call) => {
    const { params, services, ip, requestKey, log } = call;
    const [shopId, type] = [required(params, "shop"), required(params, "type")];
    const { shop: _shop, type: _type, ...fields } = params;
    const { kysely } = services.database;
    const now = services.now();
    await countVisit(kysely, { kind: "registerTry", ip, now });
    const done = await duringVisit(kysely, { kind: "register", ip, now }, () =>
      register(visitorContext(call), { shopId, type, fields, idempotencyKey: requestKey }),
    );
    log.info({ shop: shopId, registration: done.number }, "registered");
    return ok(done, "提交成功");
  },
};

/** What flows of visitors work with. */
export function visitorContext({ services }: Call): VisitorContext {
  return { db: services.database.kysely, registry: services.registry.current(), now: services.now() };
}

/** A shop as visitors know it. */
export interface OpenShop {
  readonly SHOP_ID: string;
  readonly ShopName: string;
}

/** The shops in use, which visitors may turn to. */
export async function openShops(db: Db, registry: Registry): Promise<readonly OpenShop[]> {
  return db
    .selectFrom(entityOf(registry, "Shop").table)
    .select(["SHOP_ID", "ShopName"])
    .where("statu", "=", Enabled.enabled)
    .orderBy("SHOP_ID")
    .$castTo<OpenShop>()
    .execute();
}
