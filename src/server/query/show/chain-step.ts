import { sql } from "kysely";
import { cellFromDb, type Row } from "../../../shared/domain/cell.ts";
import { dayOf, daysBetween } from "../../../shared/domain/day.ts";
import { holds } from "../../../shared/domain/predicate.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { type ChainDocument, type ChainStep, type ChainWait, shownText, type Tone, toneKey } from "../../../shared/protocol/screen.ts";
import type { ChainWaitRule } from "../../../shared/registry/model.ts";
import { ABOUT, EVENT_LOG, KEY } from "../../base/technical.ts";
import { PLANS_ONCE } from "../../db/driver/kept-plan.ts";
import type { ListPlan } from "../list-plan.ts";
import { holdsAnyOf } from "../predicate-sql.ts";
import { presenter } from "../present.ts";
import type { LinkedRows } from "./linked-rows.ts";

/** Documents of a step that are named one by one. */
const NAMED = 2;

export interface StepDraft {
  readonly place: number;
  readonly step: ChainStep;
}

/** A step as the viewer is told it: what the page they are read by keeps from his side is not told here either. */
export async function chainStep(linked: LinkedRows, isCurrent: boolean): Promise<StepDraft> {
  const { plan, part, rows, isCut } = linked;
  return {
    place: part.place,
    step: {
      title: plan.entity.title,
      isCurrent,
      count: rows.length,
      isCut,
      amount: rows.length === 0 || isHidden(linked, part.amount) ? null : yuan(sumOf(countedRows(linked), part.amount)),
      gap: gapOf(linked),
      documents: documentsOf(linked),
      waits: await chainWaits(linked),
    },
  };
}

function documentsOf({ plan, part, rows }: LinkedRows): ChainDocument[] {
  const { entity, module, scope } = plan;
  const shown = [module.titleField, part.state, part.amount, part.due].filter((name) => name !== null);
  const fields = shown.flatMap((name) => (plan.readable.isHidden(name) ? [] : (entity.fields[name] ?? [])));
  const present = presenter({ entity, env: scope.env, fields, labels: module.labels, actions: null });
  return rows.slice(0, NAMED).map((row) => {
    const id = Number(row[KEY]);
    const wire = present(row, id);
    const text = (name: string | null) => (name === null ? "" : String(wire[name] ?? ""));
    // Whoever waits for nobody has nothing to look forward to.
    const isWaiting = part.waits.some(({ when }) => holds(when, entity.fields, row, scope.env));
    const due = isWaiting ? text(part.due).slice(0, 10) : "";
    return {
      id,
      number: text(module.titleField) || String(id),
      path: `${module.entry.path}/show/${id}`,
      state: stateOf(wire, part.state),
      amount: text(part.amount) || null,
      due: due === "" ? null : { title: entity.fields[part.due ?? ""]?.title ?? "", day: due },
    };
  });
}

/** Of several documents, those whose amount is added up; of one, that one. */
function countedRows({ plan, part: { counted }, rows }: LinkedRows): readonly Row[] {
  if (counted === null || rows.length === 1) return rows;
  return rows.filter((row) => holds(counted, plan.entity.fields, row, plan.scope.env));
}

function stateOf(wire: WireRow, field: string | null): ChainDocument["state"] {
  const text = field === null ? "" : (shownText(wire, field) ?? "");
  return field === null || text === "" ? null : { text, tone: wire[toneKey(field)] as Tone };
}

/** Only what is missing is added up: what is too much of one document does not make up for another. */
function gapOf(linked: LinkedRows): ChainStep["gap"] {
  const { part, rows, plan } = linked;
  const { gap } = part;
  if (gap === null || isHidden(linked, gap.of) || isHidden(linked, gap.less)) return null;
  const { entity, scope } = plan;
  const meant = rows.filter((row) => gap.when === null || holds(gap.when, entity.fields, row, scope.env));
  const missing = meant.map((row) => scaled(row[gap.of]) - scaled(row[gap.less])).filter((each) => each > 0n);
  if (missing.length === 0) return null;
  return { title: gap.title, amount: yuan(missing.reduce((total, each) => total + each, 0n)) };
}

function isHidden({ plan }: LinkedRows, name: string): boolean {
  return plan.readable.isHidden(name);
}

function sumOf(rows: readonly Row[], name: string): bigint {
  return rows.reduce((total, row) => total + scaled(row[name]), 0n);
}

function scaled(cell: Row[string] | undefined): bigint {
  return typeof cell === "bigint" ? cell : 0n;
}

const yuan = (amount: bigint): string => formatScaled(amount, SCALE.money);

interface Waiting {
  readonly row: Row;
  readonly rule: ChainWaitRule;
}

/** Whom documents of a step wait for, and for how long: those that wait for the same together, the longest wait first. */
async function chainWaits({ plan, part, rows }: LinkedRows): Promise<ChainWait[]> {
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
  const ids = asked.map(({ row }) => String(row[KEY]));
  const answers = await scope
    .rows(log, "e")
    .where(sql<boolean>`${columns.expr(ABOUT.entity)} = ${entity.name}`)
    .where(holdsAnyOf(columns, ABOUT.row, ids))
    .where(sql<boolean>`${columns.expr("fromStt")} is distinct from ${columns.expr("toStt")}`)
    .select([about.as("row"), sql`max(${columns.expr("createtime")})`.as("time")])
    .groupBy(about)
    .withPlugin(PLANS_ONCE)
    .execute();
  return new Map(answers.map((answer) => [String(answer.row), String(cellFromDb(time, answer.time) ?? "")]));
}
