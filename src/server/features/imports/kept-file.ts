import { sql } from "kysely";
import { seal, unseal } from "../../base/sealed.ts";
import type { Db } from "../../db/connect.ts";
import { secretFor } from "../../db/secret.ts";
import type { RowEnd } from "../../engine/import/import-rows.ts";
import type { Headings } from "./headings.ts";
import type { FileRow } from "./reading/sheet.ts";

const FILES = "_import_file";
const CHUNKS = "_import_chunk";
/** Under this name there is a secret that notices are sealed with. */
const NOTICES = "import.notices";

/** Rows of a file that are brought in together. */
export interface Chunk {
  readonly rows: readonly FileRow[];
  /** What of them is wrong already, by the row of the file. */
  readonly faults: Readonly<Record<number, string>>;
  /** Where among the rows something begins: each of them, but for the further lines of documents. */
  readonly starts: readonly number[];
}

type KeptChunk = Omit<Chunk, "rows"> & { readonly rows: readonly (readonly [line: number, ...cells: string[]])[] };

/** A row that was refused. */
export type RefusedRow = Pick<RowEnd, "place" | "problems">;

/** A file that was read, as it is kept in the database: several servers may work on it. */
export class KeptFile {
  readonly #db: Db;
  readonly #shopId: string;
  readonly id: string;

  constructor(db: Db, shopId: string, id: string) {
    this.#db = db;
    this.#shopId = shopId;
    this.id = id;
  }

  async keep(headings: Headings, now: Date): Promise<void> {
    const row = { id: this.id, SHOP_ID: this.#shopId, headings: JSON.stringify(headings), created: now.toISOString() };
    await this.#db.insertInto(FILES).values(row).execute();
  }

  async keepChunk(seq: number, { rows, faults, starts }: Chunk): Promise<void> {
    const text = JSON.stringify({ rows: rows.map(({ line, cells }) => [line, ...cells]), faults, starts } satisfies KeptChunk);
    await this.#db.insertInto(CHUNKS).values({ file: this.id, seq, SHOP_ID: this.#shopId, rows: text }).execute();
  }

  /** null: it was forgotten meanwhile. */
  async headings(): Promise<Headings | null> {
    const row = await this.#db
      .selectFrom(FILES)
      .select("headings")
      .where("id", "=", this.id)
      .where("SHOP_ID", "=", this.#shopId)
      .executeTakeFirst();
    return row === undefined ? null : (JSON.parse(String(row.headings)) as Headings);
  }

  async chunk(seq: number): Promise<Chunk | null> {
    const row = await this.#chunks().select("rows").where("seq", "=", seq).executeTakeFirst();
    if (row === undefined) return null;
    const { rows, ...rest } = JSON.parse(String(row.rows)) as KeptChunk;
    return { ...rest, rows: rows.map(([line, ...cells]) => ({ line, cells })) };
  }

  /** Writes down which rows of a chunk were refused. */
  async keepRefused(seq: number, refused: readonly RefusedRow[]): Promise<void> {
    await this.#db
      .updateTable(CHUNKS)
      .set({ refused: refused.length === 0 ? null : JSON.stringify(refused.map(({ place, problems }) => ({ place, problems }))) })
      .where("file", "=", this.id)
      .where("SHOP_ID", "=", this.#shopId)
      .where("seq", "=", seq)
      .execute();
  }

  /** Keeps what the importer must be told once, sealed: until he has fetched it, and for a day at most. */
  async keepNotices(seq: number, notices: readonly string[]): Promise<void> {
    if (notices.length === 0) return;
    const sealed = seal(await secretFor(this.#db, NOTICES), NOTICES, notices);
    await this.#db.updateTable(CHUNKS).set({ notices: sealed }).where("file", "=", this.id).where("seq", "=", seq).execute();
  }

  async hasNotices(): Promise<boolean> {
    return (await this.#chunks().select("seq").where("notices", "is not", null).limit(1).executeTakeFirst()) !== undefined;
  }

  /** Gives what was kept to be told once, and forgets it. */
  async takeNotices(): Promise<readonly string[]> {
    const found = await this.#chunks().select("notices").where("notices", "is not", null).orderBy("seq").forUpdate().execute();
    await this.#db.updateTable(CHUNKS).set({ notices: null }).where("file", "=", this.id).where("SHOP_ID", "=", this.#shopId).execute();
    const secret = await secretFor(this.#db, NOTICES);
    return found.flatMap(({ notices }) => (unseal(secret, NOTICES, String(notices)) as readonly string[] | undefined) ?? []);
  }

  /** The chunks with refused rows, one after the other. */
  async *refused(): AsyncGenerator<{ readonly rows: readonly FileRow[]; readonly refused: readonly RefusedRow[] }> {
    const found = await this.#chunks().select("seq").where("refused", "is not", null).orderBy("seq").execute();
    for (const { seq } of found) {
      const row = await this.#chunks().select("refused").where("seq", "=", Number(seq)).executeTakeFirst();
      const chunk = await this.chunk(Number(seq));
      if (chunk !== null && row?.refused != null) yield { rows: chunk.rows, refused: JSON.parse(String(row.refused)) as RefusedRow[] };
    }
  }

  async forget(): Promise<void> {
    await this.#db.deleteFrom(CHUNKS).where("file", "=", this.id).where("SHOP_ID", "=", this.#shopId).execute();
    await this.#db.deleteFrom(FILES).where("id", "=", this.id).where("SHOP_ID", "=", this.#shopId).execute();
  }

  #chunks() {
    return this.#db.selectFrom(CHUNKS).where("file", "=", this.id).where("SHOP_ID", "=", this.#shopId);
  }
}

/** Forgets what was kept to be told once, of files from before that time. */
export async function forgetNotices(db: Db, before: Date): Promise<void> {
  const old = db.selectFrom(FILES).select("id").where("created", "<", sql<string>`cast(${before.toISOString()} as timestamptz)`);
  await db.updateTable(CHUNKS).set({ notices: null }).where("notices", "is not", null).where("file", "in", old).execute();
}

/** Forgets the rows of all files from before that time. */
export async function forgetFiles(db: Db, before: Date): Promise<void> {
  const old = db.selectFrom(FILES).select("id").where("created", "<", sql<string>`cast(${before.toISOString()} as timestamptz)`);
  await db.deleteFrom(CHUNKS).where("file", "in", old).execute();
  await db.deleteFrom(FILES).where("created", "<", sql<string>`cast(${before.toISOString()} as timestamptz)`).execute();
}
