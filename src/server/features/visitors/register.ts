import { sql } from "kysely";
import type { Row } from "../../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { FormProblem } from "../../../shared/protocol/form.ts";
import type { Registered, RegisterPage } from "../../../shared/protocol/visitor.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { accounts } from "../../auth/account.ts";
import type { Db } from "../../db/connect.ts";
import { entityField, entityOf } from "../../engine/values/names.ts";
import { RegistrationStt } from "../../generated/entities.ts";
import { statusLabels } from "../../screens/project-columns.ts";
import { projectVisitorForm } from "../../screens/project-visitor-form.ts";
import { openShops } from "./open-shops.ts";
import { saveVisitor, type VisitorWork } from "./save-visitor.ts";

const ENTITY = "Registration";
const KIND = "RegType";
const NAME = "UsrName";

interface RegisterContext {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: Date;
}

/** What the page is drawn from: shops and kinds to choose from, and the form. */
export async function registerPage({ db, registry, now }: RegisterContext): Promise<RegisterPage> {
  const entity = entityOf(registry, ENTITY);
  const form = projectVisitorForm(entity, now);
  if (form === null) throw new ApiError(CODE.forbidden, registry.messages.NOFUNC ?? "");
  return { shops: await openShops(db, registry), kinds: statusLabels(entityField(entity, KIND).values), form };
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
export function register(ctx: RegisterContext, { shopId, type, fields, idempotencyKey }: RegistrationRequest): Promise<Registered> {
  const kind = entityField(entityOf(ctx.registry, ENTITY), KIND);
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
  const user = await accounts(db, work.registry).where(sql<boolean>`lower(u."USER_ID") = lower(${name})`).executeTakeFirst();
  const isTaken =
    user !== undefined || (await store.exists(entityOf(work.registry, ENTITY), { [NAME]: name, stt: RegistrationStt.submitted }));
  return isTaken ? [{ field: NAME, message: "用户名已被使用，请换一个" }] : [];
}
