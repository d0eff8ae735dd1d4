/** The rows behind uploaded files. Who may see which is said by the entity (schemas/entities/attachment.json). */

import { timeOf } from "../../../shared/domain/day.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import type { FileStorage } from "../../base/storage/storage.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import type { QueryContext } from "../../query/context.ts";
import { scoped } from "../../query/scope.ts";
import { shopIds } from "../shop-ids.ts";
import { sqlStore } from "../store/sql-store.ts";
import { entityOf } from "../values/names.ts";
import { storedName } from "./stored-name.ts";

const ENTITY = "Attachment";

/** A file as its row describes it. */
export interface Attachment {
  readonly url: string;
  /** The name it was uploaded with, cleaned. */
  readonly name: string;
  readonly mime: string;
  readonly size: number;
}

/** Writes the row of a file that the viewer has uploaded. */
export async function addAttachment({ db, registry, viewer, now }: QueryContext, file: Attachment): Promise<void> {
  const row = { ...file, provid: viewer.provId === "" ? null : viewer.provId, creator: viewer.userName, createtime: timeOf(now) };
  await db.transaction().execute((trx) => sqlStore(trx, viewer.shopId).insert(entityOf(registry, ENTITY), [row]));
}

/** The file behind an address, if the viewer may see it. */
export async function findAttachment(ctx: QueryContext, url: string): Promise<Attachment | null> {
  return (await reachable(ctx, [url]))[0] ?? null;
}

/**
 * Whether every address is a file the viewer may see: of his shop, and for a supplier his own or the shop's. To be asked
 * before addresses from outside are written into an images or url field; with `type` images all of them must be pictures.
 * No address at all is fine; one that comes twice is not.
 */
export async function isOwnAttachment(ctx: QueryContext, urls: readonly string[], type: "images" | "url" = "url"): Promise<boolean> {
  if (urls.length === 0) return true;
  const found = await reachable(ctx, urls);
  const fits = type === "url" ? found : found.filter(({ mime }) => mime.startsWith("image/"));
  // guard scope as true: tests/server/flows/attachments.test.ts
  return fits.length === urls.length;
}

/** Those of the addresses that a row of any shop names; null where the registry keeps no such rows. */
async function namedBySomebody(db: Db, registry: Registry, urls: readonly string[]): Promise<ReadonlySet<string> | null> {
  const attachment = registry.entities[ENTITY];
  if (!attachment || !registry.entities.Shop) return null;
  const named = new Set<string>();
  if (urls.length === 0) return named;
  for (const shop of await shopIds(db, registry)) {
    const rows = await forTenant(db, { as: "shop", shop })
      .selectFrom(attachment.table)
      .select("url")
      .where("url", "in", [...urls])
      .execute();
    for (const { url } of rows) named.add(String(url));
  }
  return named;
}

async function reachable(ctx: QueryContext, urls: readonly string[]): Promise<readonly Attachment[]> {
  const scope = scoped(ctx);
  const rows = await scope
    .rows(scope.entity(ENTITY), "a")
    .where("a.url", "in", [...urls])
    .select(["a.url", "a.name", "a.mime", "a.size"])
    .$castTo<{ url: string; name: string; mime: string; size: number | string | null }>()
    .execute();
  return rows.map((row) => ({ ...row, size: Number(row.size ?? 0) }));
}

const DAY_MS = 86_400_000;
const BATCH = 500;

interface Folder {
  readonly folder: string;
  readonly files: readonly string[];
}

/**
 * Removes what a crash can leave behind: uploads that never ended, and files that no row names. Both only when they are older
 * than a day, so that nothing is taken from under an upload at work. Returns how many folders went.
 */
export async function sweepFiles(db: Db, registry: Registry, storage: FileStorage, now: Date): Promise<number> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  await storage.removeUnfinished(yesterday);
  let removed = 0;
  let batch: Folder[] = [];
  const flush = async () => {
    removed += await sweepBatch(db, registry, storage, batch);
    batch = [];
  };
  for await (const folder of storage.unchangedSince(yesterday)) {
    batch.push(folder);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return removed;
}

async function sweepBatch(db: Db, registry: Registry, storage: FileStorage, batch: readonly Folder[]): Promise<number> {
  const urlsOf = ({ folder, files }: Folder) => files.map((file) => storedName(folder, file).url);
  const named = await namedBySomebody(db, registry, batch.flatMap(urlsOf));
  if (named === null) return 0;
  const orphans = batch.filter((folder) => !urlsOf(folder).some((url) => named.has(url)));
  for (const { folder } of orphans) await storage.remove(folder);
  return orphans.length;
}
