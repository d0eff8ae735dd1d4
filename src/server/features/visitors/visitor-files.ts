/** Files of visitors who are not signed in. They belong to a shop, are hidden from its suppliers, and may be handed in once. */
import { sql } from "kysely";
import type { Row } from "../../../shared/domain/cell.ts";
import { timeOf } from "../../../shared/domain/day.ts";
import { MOST_VISITOR_IMAGES, TOO_MANY_IMAGES } from "../../../shared/domain/upload-rules.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { shopIds } from "../../engine/shop-ids.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { Store } from "../../engine/store/store.ts";
import type { Attachment } from "../../engine/uploads/attachments.ts";
import { entityOf } from "../../engine/values/names.ts";

const ENTITY = "Attachment";
const VISITOR = "访客";
const DAY_MS = 86_400_000;
/** Files of one shop that wait to be handed in: strangers must not fill the disk. */
const MOST_WAITING = 1000;

interface VisitorUpload {
  readonly db: Db;
  readonly registry: Registry;
  readonly shopId: string;
  readonly now: Date;
}

/** Refuses an upload while too many of the shop's are not handed in yet. */
export async function refuseFlood({ db, registry, shopId }: VisitorUpload): Promise<void> {
  const waiting = await forTenant(db, { as: "shop", shop: shopId })
    .selectFrom(entityOf(registry, ENTITY).table)
    .select(sql<number>`count(*)::int`.as("files"))
    // guard scope: tests/server/app/register.test.ts
    .where("SHOP_ID", "=", shopId)
    .where("visit", "=", "open")
    .executeTakeFirst();
  // guard rate: tests/server/app/register.test.ts
  if (Number(waiting?.files ?? 0) >= MOST_WAITING) throw new ApiError(CODE.tooMany, "上传人数较多，请稍后再试");
}

/** Writes the row of a file that a visitor has uploaded. */
export async function addVisitorFile({ db, registry, shopId, now }: VisitorUpload, file: Attachment): Promise<void> {
  const row = { ...file, provid: null, visit: "open" as const, creator: VISITOR, createtime: timeOf(now) };
  await db.transaction().execute((trx) => sqlStore(trx, shopId).insert(entityOf(registry, ENTITY), [row]));
}

/** What is wrong with the pictures of a row: too many, or some that are not the visitors' to hand in. Locks the others. */
export async function checkVisitorFiles(store: Store, registry: Registry, spec: FormSpec, row: Row): Promise<FormProblem[]> {
  const problems: FormProblem[] = [];
  for (const { name, title, urls } of picturesOf(spec, row)) {
    // guard check as false: tests/server/app/register.test.ts
    if (urls.length > MOST_VISITOR_IMAGES) problems.push({ field: name, message: `${title}${TOO_MANY_IMAGES}` });
    else if (!(await areOpen(store, registry, urls)))
      problems.push({ field: name, message: `${title}含有不存在或已失效的图片，请重新上传` });
  }
  return problems;
}

/** Hands the pictures of a row in; `provid`: the supplier they belong to from now on. */
export async function keepVisitorFiles(store: Store, registry: Registry, spec: FormSpec, row: Row, provid: string | null): Promise<void> {
  for (const url of picturesOf(spec, row).flatMap(({ urls }) => urls)) {
    await store.update(entityOf(registry, ENTITY), { url, visit: "open" }, { visit: "kept", provid });
  }
}

/** Lets a supplier see the pictures that a visitor handed in for it. */
export async function giveVisitorFiles(store: Store, registry: Registry, cells: readonly Row[string][], provid: string): Promise<void> {
  for (const url of cells.flatMap(urlsOf)) {
    await store.update(entityOf(registry, ENTITY), { url, visit: "kept", provid: null }, { provid });
  }
}

/** Forgets files that nobody handed in for a day; the files themselves go with the next sweep of uploads. */
export async function forgetVisitorFiles(db: Db, registry: Registry, now: Date): Promise<number> {
  const yesterday = timeOf(new Date(now.getTime() - DAY_MS));
  let forgotten = 0;
  for (const shop of await shopIds(db, registry)) {
    const gone = await forTenant(db, { as: "shop", shop })
      .deleteFrom(entityOf(registry, ENTITY).table)
      .where("visit", "=", "open")
      .where("createtime", "<", yesterday)
      .executeTakeFirst();
    forgotten += Number(gone.numDeletedRows);
  }
  return forgotten;
}

// guard scope as true: tests/server/app/register.test.ts
async function areOpen(store: Store, registry: Registry, urls: readonly string[]): Promise<boolean> {
  if (new Set(urls).size < urls.length) return false;
  for (const url of urls) {
    const [found] = await store.find(entityOf(registry, ENTITY), { url, visit: "open" }, true);
    if (!String(found?.mime ?? "").startsWith("image/")) return false;
  }
  return true;
}

function picturesOf({ fields }: FormSpec, row: Row) {
  const pictures = Object.values(fields).filter(({ type }) => type === "images");
  return pictures.map(({ name, title }) => ({ name, title, urls: urlsOf(row[name] ?? null) }));
}

/** Pictures are told as a comma list. */
function urlsOf(cell: Row[string]): string[] {
  return cell === null || cell === undefined ? [] : String(cell).split(",").filter(Boolean);
}
