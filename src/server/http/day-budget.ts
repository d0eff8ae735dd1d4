import { sql } from "kysely";
import { dayOf } from "../../shared/domain/day.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Viewer } from "../base/viewer.ts";
import type { Db } from "../db/connect.ts";

const TABLE = "_spent";

/** What is counted by the day: rows that lists answer with, lists that are taken away, files that are brought. */
export const BUDGETS = ["rows", "exports", "uploads"] as const;
export type Budget = (typeof BUDGETS)[number];

/** How much of each a user, and a whole shop with its suppliers, may have on one day. */
export type DailyLimits = Readonly<Record<Budget, { readonly user: number; readonly shop: number }>>;

/** What nobody reaches who works by hand. */
export const USUAL_LIMITS: DailyLimits = {
  rows: { user: 2_000_000, shop: 20_000_000 },
  exports: { user: 300, shop: 3000 },
  uploads: { user: 1000, shop: 10_000 },
};

const TITLES: Readonly<Record<Budget, string>> = { rows: "查看的数据行数", exports: "导出次数", uploads: "上传文件数" };

/** Rows are counted in the database when so many have come together: not every list need write. */
const ROWS_AT_ONCE = 1000;

/** What users and shops have used up today (docs/decisions/89), in the database: several servers share it, and a restart forgets nothing. */
export class DayBudget {
  readonly #db: Db;
  readonly #limits: DailyLimits;
  readonly #now: () => Date;
  /** Rows of somebody that are not in the database yet, and what is known to be there; of one day. */
  readonly #rows = new Map<string, { pending: number; used: number }>();
  #day = "";

  constructor(db: Db, limits: DailyLimits, now: () => Date) {
    this.#db = db;
    this.#limits = limits;
    this.#now = now;
  }

  /** Counts one export or upload, or throws an ApiError (Code 429) where the user or his shop has had all of today's. */
  async spend(budget: Exclude<Budget, "rows">, viewer: Viewer): Promise<void> {
    for (const [kind, who] of whoOf(viewer)) {
      const used = await this.#add(budget, who, 1);
      // guard rate: tests/server/app/day-budget.test.ts
      if (used > this.#limits[budget][kind]) throw this.#refusal(budget, kind);
    }
  }

  /** Throws an ApiError (Code 429) where the user or his shop has read all rows of today. */
  checkRows(viewer: Viewer): void {
    this.#turnDay();
    for (const [kind, who] of whoOf(viewer)) {
      const { pending, used } = this.#rows.get(who) ?? { pending: 0, used: 0 };
      // guard rate: tests/server/app/day-budget.test.ts
      if (pending + used >= this.#limits.rows[kind]) throw this.#refusal("rows", kind);
    }
  }

  /** Counts rows that were answered. */
  async countRows(viewer: Viewer, count: number): Promise<void> {
    this.#turnDay();
    for (const [, who] of whoOf(viewer)) {
      const known = this.#rows.get(who) ?? { pending: 0, used: 0 };
      this.#rows.set(who, known);
      known.pending += count;
      if (known.pending < ROWS_AT_ONCE) continue;
      const { pending } = known;
      known.pending = 0;
      known.used = await this.#add("rows", who, pending);
    }
  }

  async #add(budget: Budget, who: string, count: number): Promise<number> {
    const { used } = await this.#db
      .insertInto(TABLE)
      .values({ day: dayOf(this.#now()), who, budget, used: count })
      .onConflict((conflict) => conflict.columns(["day", "who", "budget"]).doUpdateSet({ used: sql`_spent.used + excluded.used` }))
      .returning("used")
      .executeTakeFirstOrThrow();
    return Number(used);
  }

  #turnDay(): void {
    const day = dayOf(this.#now());
    if (day !== this.#day) this.#rows.clear();
    this.#day = day;
  }

  #refusal(budget: Budget, kind: "user" | "shop"): ApiError {
    const most = this.#limits[budget][kind];
    const whose = kind === "user" ? "您今天" : "贵单位今天";
    return new ApiError(CODE.tooMany, `${whose}的${TITLES[budget]}已达上限（${most}），请明天再试，或联系系统管理员调整每日限额`);
  }
}

/** Forgets the days before yesterday. */
export async function forgetOldBudgets(db: Db, now: Date): Promise<void> {
  const yesterday = dayOf(new Date(now.getTime() - 86_400_000));
  await db.deleteFrom(TABLE).where("day", "<", yesterday).execute();
}

/** A user, and his shop: names that cannot be the same. */
const whoOf = ({ userId, shopId }: Viewer) =>
  [
    ["user", `user ${userId}`],
    ["shop", `shop ${shopId}`],
  ] as const;
