import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { timeOf } from "../../../shared/domain/day.ts";
import { type ExportFormat, type ExportState, type ExportView, KEPT_HOURS } from "../../../shared/protocol/export.ts";
import type { Viewer } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";

const TABLE = "_export";
const HOUR_MS = 3_600_000;
/** Whose server has not said for so long that it works on it is no longer worked on. */
const SILENT_MS = 60_000;
const OPEN = ["waiting", "running"] as const satisfies ExportState[];
export const INTERRUPTED = "服务器重新启动，导出已中断，请重新导出";

/** Whose it is: nobody else ever learns of it. */
type Maker = Pick<Viewer, "userId" | "shopId">;

/** A kept one, with what its file may be given for. */
export interface KeptExport {
  readonly view: ExportView;
  readonly rights: string;
}

export interface NewExport {
  readonly maker: Maker;
  readonly mdl: number;
  readonly title: string;
  readonly format: ExportFormat;
  readonly rights: string;
}

/** What is known of lists that are written to files (docs/decisions/122): in the database, where each server finds those of the others. */
export class ExportStore {
  readonly #db: Db;
  readonly #now: () => Date;

  constructor(db: Db, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  async open({ maker, mdl, title, format, rights }: NewExport): Promise<string> {
    const id = randomUUID();
    const now = this.#now().toISOString();
    const whose = { SHOP_ID: maker.shopId, USER_ID: maker.userId, MdlId: mdl };
    const row = { id, ...whose, title, format, rights, state: "waiting", rows: 0, note: "", created: now, beat: now };
    await this.#db.insertInto(TABLE).values(row).execute();
    return id;
  }

  /** How many of the maker's, and of his shop's, are not written yet. */
  async countOpen({ userId, shopId }: Maker): Promise<{ readonly user: number; readonly shop: number }> {
    const row = await this.#db
      .selectFrom(TABLE)
      .select([sql`count(*)`.as("shop"), sql`count(*) filter (where "USER_ID" = ${userId})`.as("user")])
      .where("SHOP_ID", "=", shopId)
      .where("state", "in", OPEN)
      .where("beat", ">", this.#silentSince())
      .executeTakeFirst();
    return { user: Number(row?.user), shop: Number(row?.shop) };
  }

  /** The maker's own, newest first, as long as there is anything to tell of them; of one page or of all, or one by its id. */
  async own({ userId, shopId }: Maker, only: { readonly id?: string; readonly mdl?: number } = {}): Promise<KeptExport[]> {
    const now = this.#now();
    let rows = this.#db
      .selectFrom(TABLE)
      .selectAll()
      .where("SHOP_ID", "=", shopId)
      // guard scope: tests/server/app/exports.test.ts
      .where("USER_ID", "=", userId)
      .where(sql<boolean>`coalesce(finished, created) > cast(${lostBefore(now).toISOString()} as timestamptz)`);
    if (only.id !== undefined) rows = rows.where("id", "=", only.id);
    if (only.mdl !== undefined) rows = rows.where("MdlId", "=", only.mdl);
    return (await rows.orderBy("created", "desc").orderBy("id").execute()).map((row) => this.#kept(row));
  }

  /** Says that work goes on, and how far it is. false: it was cancelled, or ended otherwise, meanwhile. */
  goOn(id: string, told: { readonly rows?: number; readonly total?: number }): Promise<boolean> {
    return this.#change(id, OPEN, { ...told, state: "running", beat: this.#now().toISOString() });
  }

  /** Says that those are still to be written. */
  async beat(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#db.updateTable(TABLE).set({ beat: this.#now().toISOString() }).where("id", "in", ids).execute();
  }

  /** false: it has ended before. */
  finish(id: string, end: { readonly rows: number; readonly size: number; readonly rights: string }): Promise<boolean> {
    return this.#change(id, OPEN, { ...end, state: "ready", finished: this.#now().toISOString() });
  }

  fail(id: string, note: string): Promise<boolean> {
    return this.#change(id, OPEN, { state: "failed", note, finished: this.#now().toISOString() });
  }

  cancel(id: string): Promise<boolean> {
    return this.#change(id, [...OPEN, "ready"], { state: "cancelled", size: null, finished: this.#now().toISOString() });
  }

  /** Ends what nobody works on any more. `all`: whatever is open, as this is the only server and has just begun. */
  async endInterrupted(all = false): Promise<void> {
    const silent = this.#db.updateTable(TABLE).set({ state: "failed", note: INTERRUPTED, finished: this.#now().toISOString() });
    const open = silent.where("state", "in", OPEN);
    await (all ? open : open.where("beat", "<=", this.#silentSince())).execute();
  }

  /** Forgets what nobody can fetch any more; returns which. */
  async forgetOld(): Promise<readonly string[]> {
    const rows = await this.#db
      .deleteFrom(TABLE)
      .where(sql<boolean>`coalesce(finished, created) <= cast(${lostBefore(this.#now()).toISOString()} as timestamptz)`)
      .returning("id")
      .execute();
    return rows.map(({ id }) => String(id));
  }

  #silentSince() {
    return sql`cast(${new Date(this.#now().getTime() - SILENT_MS).toISOString()} as timestamptz)`;
  }

  async #change(id: string, from: readonly ExportState[], values: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable(TABLE)
      .set(values)
      .where("id", "=", id)
      .where("state", "in", from)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  #kept(row: Readonly<Record<string, unknown>>): KeptExport {
    const [created, beat] = [dateOf(row.created), dateOf(row.beat)];
    const isOpen = (OPEN as readonly unknown[]).includes(row.state);
    const isLost = isOpen && this.#now().getTime() - beat.getTime() >= SILENT_MS;
    const count = (value: unknown) => (value === null ? null : Number(value));
    return {
      rights: String(row.rights),
      view: {
        job: String(row.id),
        mdl: Number(row.MdlId),
        title: String(row.title),
        format: row.format as ExportFormat,
        state: isLost ? "failed" : (row.state as ExportState),
        rows: Number(row.rows),
        total: count(row.total),
        size: count(row.size),
        note: isLost ? INTERRUPTED : String(row.note),
        created: timeOf(created),
        expires: row.state === "ready" ? timeOf(new Date(dateOf(row.finished).getTime() + KEPT_HOURS * HOUR_MS)) : null,
      },
    };
  }
}

/** What ended before then is known no longer. */
const lostBefore = (now: Date): Date => new Date(now.getTime() - KEPT_HOURS * HOUR_MS);

/** Times come as text, in the time of Shanghai. */
const dateOf = (value: unknown): Date =>
  new Date(
    `${String(value)
      .replace(" ", "T")
      .replace(/(\+\d\d)$/, "$1:00")}`,
  );
