import { createHash } from "node:crypto";
import type { Former } from "../../shared/registry/model.ts";
import type { RawFile } from "../../shared/registry/place.ts";
import type { Change } from "../../shared/registry/plan/change.ts";
import { undoing } from "../../shared/registry/plan/plan-changes.ts";
import type { Db } from "../db/driver/database.ts";

const MODELS = "_model";
const CONFIRMATIONS = "_model_confirmation";
const TEXTS = "_model_text";

/** A model that was served on this database (docs/decisions/67). */
export interface KeptModel {
  /** In the order in which they were served, from 1. */
  readonly seq: number;
  readonly version: string;
  readonly at: Date;
  /** Who had it served: a user's number, or what the operator calls himself. */
  readonly by: string;
  /** What it means otherwise than the one before. */
  readonly changes: readonly Change[];
}

/** The model in force: the one that was served last. null: none was ever served here. */
export async function lastModel(db: Db): Promise<KeptModel | null> {
  return (await keptModels(db, 1))[0] ?? null;
}

/** The models served here, the latest first. */
export async function keptModels(db: Db, most: number): Promise<readonly KeptModel[]> {
  const rows = await db.selectFrom(MODELS).select(["seq", "version", "at", "by", "changes"]).orderBy("seq", "desc").limit(most).execute();
  return rows.map(({ seq, version, at, by, changes }) => ({
    seq: Number(seq),
    version: String(version),
    at: new Date(String(at)),
    by: String(by),
    changes: JSON.parse(String(changes)) as readonly Change[],
  }));
}

/** The files of the latest model of this version; null: it was never served here. */
export async function filesOfModel(db: Db, version: string): Promise<readonly RawFile[] | null> {
  const row = await db.selectFrom(MODELS).select("files").where("version", "=", version).orderBy("seq", "desc").limit(1).executeTakeFirst();
  if (row === undefined) return null;
  const files = JSON.parse(String(row.files)) as readonly (readonly [path: string, hash: string])[];
  const hashes = files.map(([, hash]) => hash);
  const rows = hashes.length > 0 ? await db.selectFrom(TEXTS).select(["hash", "text"]).where("hash", "in", hashes).execute() : [];
  const texts = new Map(rows.map(({ hash, text }) => [String(hash), String(text)]));
  return files.map(([path, hash]) => ({ path, text: texts.get(hash) ?? "" }));
}

/** What was renamed here, the latest first, the other way round. */
export async function renamingsUndone(db: Db): Promise<readonly Former[]> {
  const rows = await db.selectFrom(MODELS).select("changes").where("changes", "like", '%"renamed"%').orderBy("seq", "desc").execute();
  return rows.flatMap(({ changes }) => undoing(JSON.parse(String(changes)) as readonly Change[]));
}

/** Writes down that a model is served from now on. To be called in the transaction that makes the tables fit it. */
export async function keepModel(
  db: Db,
  { version, files, by, changes, at }: Omit<KeptModel, "seq"> & { readonly files: readonly RawFile[] },
): Promise<void> {
  const texts = new Map(files.map(({ text }) => [createHash("sha256").update(text).digest("hex"), text]));
  const hashes = new Map([...texts].map(([hash, text]) => [text, hash]));
  const known = await db
    .selectFrom(TEXTS)
    .select("hash")
    .where("hash", "in", [...texts.keys(), ""])
    .execute();
  for (const { hash } of known) texts.delete(String(hash));
  const rows = [...texts].map(([hash, text]) => ({ hash, text }));
  if (rows.length > 0)
    await db
      .insertInto(TEXTS)
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const row = {
    version,
    at,
    by,
    files: JSON.stringify(files.map(({ path, text }) => [path, hashes.get(text)])),
    changes: JSON.stringify(changes),
  };
  await db.insertInto(MODELS).values(row).execute();
  // A confirmation is for one time: who takes the step back and makes it again asks again. Those of other steps are from a model that
  // is served no more.
  await db.deleteFrom(CONFIRMATIONS).execute();
}

/** A step that was confirmed: this model may follow that one. */
export interface Step {
  readonly base: string;
  readonly version: string;
}

/** Lets a held model follow the one that is served. Confirming it again changes nothing. */
export async function confirmStep(db: Db, { base, version }: Step, by: string, at: Date): Promise<void> {
  await db
    .insertInto(CONFIRMATIONS)
    .values({ base, version, by, at })
    .onConflict((conflict) => conflict.columns(["base", "version"]).doNothing())
    .execute();
}

/** Forgets who confirmed a step that nobody waits for any more: whoever makes it again is asked again. */
export async function forgetStep(db: Db, { base, version }: Step): Promise<void> {
  await db.deleteFrom(CONFIRMATIONS).where("base", "=", base).where("version", "=", version).execute();
}

/** Who confirmed a step; null: nobody did. */
export async function confirmerOf(db: Db, { base, version }: Step): Promise<string | null> {
  const row = await db.selectFrom(CONFIRMATIONS).select("by").where("base", "=", base).where("version", "=", version).executeTakeFirst();
  return row === undefined ? null : String(row.by);
}
