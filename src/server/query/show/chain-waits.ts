import { sql } from "kysely";
import { cellFromDb, type Row } from "../../../shared/domain/cell.ts";
import { dayOf, daysBetween } from "../../../shared/domain/day.ts";
import { holds } from "../../../shared/domain/predicate.ts";
import type { ChainWait } from "../../../shared/protocol/screen.ts";
import type { ChainWaitRule } from "../../../shared/registry/model.ts";
import { ABOUT, EVENT_LOG, KEY } from "../../base/technical.ts";
import type { ListPlan } from "../list-plan.ts";
import type { LinkedRows } from "./linked-rows.ts";

interface Waiting {
  readonly row: Row;
  readonly rule: ChainWaitRule;
}

/** Whom documents of a step wait for, and for how long: those that wait for the same together, the longest wait first. */
export async function chainWaits({ plan, part, rows }: LinkedRows): Promise<ChainWait[]> {
  const { entity, scope, ctx } = plan;
  const waiting = rows.flatMap((row): Waiting[] => {
    const rule = part.waits.find(({ when }) => holds(when, entity.fields, row, scope.env));
    return rule === undefined ? [] : [{ row, rule }];
  });
  const changes = await lastChanges(plan, waiting);
  const today = dayOf(ctx.now);
  const groups = new Map<ChainWaitRule, number[]>();
  for (const { row, rule } of waiting) {
    const since = sinceOf(row, rule, changes);
    groups.set(rule, [...(groups.get(rule) ?? []), since === "" ? Number.NaN : Math.max(0, daysBetween(since.slice(0, 10), today))]);
  }
  return [...groups]
    .map(([{ for: side, title }, all]) => {
      const known = all.filter((days) => !Number.isNaN(days));
      const days = known.length === 0 ? null : Math.max(...known);
      return { side, title, count: all.length, days, isOwn: side === ctx.viewer.side, isNext: false };
    })
    .sort((a, b) => (b.days ?? -1) - (a.days ?? -1));
}

function sinceOf(row: Row, { since }: ChainWaitRule, changes: ReadonlyMap<string, string>): string {
  const own = since === null ? "" : String(row[since] ?? "");
  return own || (changes.get(String(row[KEY])) ?? String(row.createtime ?? ""));
}

/** By the document's key, when its state last changed: the log tells. */
async function lastChanges({ scope, entity }: ListPlan, waiting: readonly Waiting[]): Promise<ReadonlyMap<string, string>> {
  const asked = waiting.filter(({ row, rule }) => rule.since === null || (row[rule.since] ?? null) === null);
  const log = scope.entity(EVENT_LOG);
  const time = log.fields.createtime;
  if (asked.length === 0 || !time) return new Map();
  const columns = scope.columns(log, "e");
  const about = columns.expr(ABOUT.row);
  const answers = await scope
    .rows(log, "e")
    .where(sql<boolean>`${columns.expr(ABOUT.entity)} = ${entity.name}`)
    .where(sql<boolean>`${about} in (${sql.join(asked.map(({ row }) => String(row[KEY])))})`)
    .where(sql<boolean>`${columns.expr("fromStt")} is distinct from ${columns.expr("toStt")}`)
    .select([about.as("row"), sql`max(${columns.expr("createtime")})`.as("time")])
    .groupBy(about)
    .execute();
  return new Map(answers.map((answer) => [String(answer.row), String(cellFromDb(time, answer.time) ?? "")]));
}
