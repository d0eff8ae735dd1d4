import { randomUUID } from "node:crypto";
import { cellFromWire, type Row } from "../../../shared/domain/cell.ts";
import { dayOf } from "../../../shared/domain/day.ts";
import { firstOfEach, problemsOf } from "../../../shared/domain/form/problems-of.ts";
import { readForm } from "../../../shared/domain/form/read-form.ts";
import { fieldsOfPredicate, holds } from "../../../shared/domain/predicate.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import type { Entity, Registry, Rule, VisitorRule } from "../../../shared/registry/model.ts";
import { registryOf } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { retrying } from "../../db/errors.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { writeEvent } from "../../engine/event-log.ts";
import { answerOnce, checkRequestKey } from "../../engine/request-key.ts";
import { askGuards, runSaveEffects } from "../../engine/save/finish-save.ts";
import { refuseForm } from "../../engine/save/open-document.ts";
import { parseForm } from "../../engine/save/parse-form.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { Store } from "../../engine/store/store.ts";
import { systemWork } from "../../engine/system.ts";
import { completeRow } from "../../engine/values/complete-row.ts";
import { entityOf } from "../../engine/values/names.ts";
import { Enabled, type ShopRow } from "../../generated/entities.ts";
import { projectVisitorForm } from "../../screens/project-visitor-form.ts";
import { checkVisitorFiles, keepVisitorFiles } from "./visitor-files.ts";

const NO_SHOP = "商场不存在或已停用";
/** Who signs what a visitor hands in. */
const VISITOR = { kind: "system", userId: "@visitor", userName: "访客" } as const;

/** What a visitor hands in, and what the flow itself says of the row. */
export interface VisitorRequest {
  readonly entity: string;
  readonly shopId: string;
  /** Field to value, as sent. */
  readonly fields: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
  /** What the answer depends on besides. */
  readonly body: readonly unknown[];
  /** Values that are not the visitor's to say; found out within the transaction. */
  readonly own: (at: VisitorWork, row: Row) => Promise<Row>;
  /** What else is wrong, told together with all the rest. */
  readonly problems?: (at: VisitorWork, row: Row) => Promise<FormProblem[]>;
}

/** What the row is made with. */
export interface VisitorWork {
  readonly db: Db;
  readonly store: Store;
  readonly work: Work;
}

export interface VisitorContext {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: Date;
}

/**
 * Writes what a visitor hands in as a new row of the shop, with all effects, in one transaction, or throws an ApiError: 404 no such
 * shop, 400 with every problem of the form, 403 or 422 a guard's own text.
 */
export async function saveVisitor<T>(ctx: VisitorContext, request: VisitorRequest, answer: (row: Row, shop: Row) => T): Promise<T> {
  const { now } = ctx;
  const { shopId, idempotencyKey } = request;
  const registry = registryOf(ctx.registry, shopId);
  const page = pageOf(registry, request.entity, now);
  const sent = parseForm(page.form, request.fields, "").head;
  if (idempotencyKey !== undefined) checkRequestKey(idempotencyKey);
  const key = idempotencyKey ?? randomUUID();
  const work: Work = { ...systemWork(registry, shopId, now, key), actor: VISITOR };
  return retrying(() =>
    ctx.db.transaction().execute((trx) => {
      const own = forTenant(trx, { as: "shop", shop: shopId });
      const at: VisitorWork = { db: own, store: sqlStore(own, shopId), work };
      const run = async () => {
        const shop = await lockShop(at, registry);
        return answer(await write(at, page, request, sent), shop);
      };
      if (idempotencyKey === undefined) return run();
      // Visitors are not told apart: their keys are, being random, and lie apart from those of users.
      const once = { shopId, key: `@visitor.${key}`, body: [request.entity, request.fields, ...request.body], now };
      return answerOnce(trx, once, run, (given) => given);
    }),
  );
}

interface VisitorPage {
  readonly entity: Entity;
  readonly form: FormSpec;
  readonly rule: VisitorRule;
}

function pageOf(registry: Registry, name: string, now: Date): VisitorPage {
  const entity = entityOf(registry, name);
  const [form, rule] = [projectVisitorForm(entity, now), entity.save.visitor];
  if (form === null || rule === null) throw new ApiError(CODE.forbidden, registry.messages.NOFUNC);
  return { entity, form, rule };
}

/** One after the other: of two that may not both be there, the second sees the first. */
async function lockShop({ store }: VisitorWork, registry: Registry): Promise<ShopRow> {
  const [shop] = await store.find(entityOf(registry, "Shop"), { SHOP_ID: store.shopId, statu: Enabled.enabled }, true);
  if (!shop) throw new ApiError(CODE.missing, NO_SHOP);
  return shop;
}

async function write(at: VisitorWork, page: VisitorPage, request: VisitorRequest, sent: Readonly<Record<string, unknown>>): Promise<Row> {
  const { entity, form, rule } = page;
  const { store, work } = at;
  const read = readForm(form, sent, {});
  const typed: Row = { ...startOf(form), ...read.head };
  const row: Row = { ...typed, ...(await request.own(at, typed)) };
  const problems = firstOfEach([
    ...read.problems,
    ...problemsOf(form, row, {}, dayOf(work.now)),
    ...(await checkVisitorFiles(store, work.registry, form, row)),
    ...(await brokenRules(at, entity, rule.rules, row)),
    ...((await request.problems?.(at, row)) ?? []),
  ]);
  if (problems.length > 0) throw refuseForm(null, 0, problems);
  const stored = await createRow({ store, work, entity, row: {} }, entity, row);
  await keepVisitorFiles(store, work.registry, form, row, ownerOf(entity, row));
  await askGuards(at, entity, { by: [], when: null, guards: rule.guards, effects: [] }, stored);
  const left = await runSaveEffects(at, entity, rule.effects, stored);
  await writeEvent(store, work, entity, left, { action: "create", from: null, to: null });
  return left;
}

function startOf({ fields }: FormSpec): Row {
  return Object.fromEntries(Object.values(fields).map((field) => [field.name, cellFromWire(field, field.initial)]));
}

/** Rules that other rows decide. */
async function brokenRules({ store, work }: VisitorWork, entity: Entity, rules: readonly Rule[], row: Row): Promise<FormProblem[]> {
  const needed = rules.flatMap((rule) => [...fieldsOfPredicate(rule.require), ...(rule.when === null ? [] : fieldsOfPredicate(rule.when))]);
  const complete = await completeRow({ store, registry: work.registry, env: work.env }, entity, row, needed);
  const isBroken = (rule: Rule) =>
    (rule.when === null || holds(rule.when, entity.fields, complete, work.env)) && !holds(rule.require, entity.fields, complete, work.env);
  return rules.filter(isBroken).map(({ field, message }) => ({ field, message }));
}

function ownerOf({ supplierField }: Entity, row: Row): string | null {
  const owner = supplierField === null ? null : (row[supplierField] ?? null);
  return owner === null ? null : String(owner);
}
