import { timeOf } from "../../../../shared/domain/day.ts";
import type { Module } from "../../../../shared/registry/model.ts";
import { entityOf } from "../../../engine/values/names.ts";
import type { QueryContext } from "../../../query/context.ts";
import { actionTitle } from "../../../query/read-events.ts";
import { readTold, type ToldRow } from "../out/told.ts";
import type { EventName } from "./events.ts";

/** A push that waits, as it is kept. */
export interface Waiting {
  readonly id: string;
  readonly delivery: string;
  readonly page: number;
  readonly entity: string;
  readonly row: string;
  readonly event: EventName;
  readonly happened: string;
  readonly key: string | null;
  readonly log: string | null;
  readonly attempts: number;
}

/** What a receiver reads. */
export interface PushBody {
  readonly delivery: string;
  readonly event: EventName;
  readonly entity: string;
  readonly Id: number;
  readonly happened: string;
  /** The row as it is when this is sent; of a deleted one left out. */
  readonly row?: ToldRow;
  /** Of a deleted row what it was called. */
  readonly key?: Readonly<Record<string, unknown>>;
  readonly transition?: { readonly action: string; readonly title: string; readonly from: string | null; readonly to: string | null };
}

/** What is sent of a push: fields that the page names for whoever answers for it. null: the page does not show the row, so nothing is told of it. */
export async function bodyOf(ctx: QueryContext, module: Module, push: Waiting): Promise<PushBody | null> {
  const { delivery, event, entity } = push;
  const said = { delivery, event, entity, Id: Number(push.row), happened: timeOf(new Date(push.happened)) };
  if (event === "deleted") {
    // A row of which nobody knows any more whether the page showed it is called by its number alone.
    const isWhole = module.where === null && push.key !== null;
    return isWhole ? { ...said, key: JSON.parse(push.key ?? "") as Readonly<Record<string, unknown>> } : said;
  }
  const row = (await readTold(ctx, module, [said.Id])).rows.get(said.Id);
  // guard scope as row === undefined && false: tests/server/keyed/push.test.ts
  if (row === undefined) return null;
  return event === "transition" ? { ...said, row, transition: await transitionOf(ctx, module, Number(push.log)) } : { ...said, row };
}

async function transitionOf({ db, registry }: QueryContext, module: Module, log: number): Promise<NonNullable<PushBody["transition"]>> {
  const { table } = entityOf(registry, "EventLog");
  const event = await db.selectFrom(table).select(["action", "fromStt", "toStt"]).where("Id", "=", log).executeTakeFirst();
  const text = (value: unknown) => (value === null || value === undefined ? null : String(value));
  const action = String(event?.action ?? "");
  return {
    action,
    title: actionTitle(entityOf<string>(registry, module.entity), action),
    from: text(event?.fromStt),
    to: text(event?.toStt),
  };
}
