import { timeOf } from "../../../shared/domain/day.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { AuditReportResult } from "../../../shared/protocol/audit-report.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { ok } from "../../http/envelope.ts";
import type { ModuleRoute } from "../../http/route.ts";
import { readNoted } from "../../tables/heads/note-heads.ts";
import { type ChainProblem, verifyAudit } from "../../tables/verify-events.ts";
import type { RowProblem } from "../../tables/verify-rows.ts";
import { isPosted, type JournalGap, journalGaps } from "../journal/feature.ts";

/** The page of the event log: whoever has it may have it checked. */
const EVENT_PAGE = 9004;
const MOST_TOLD = 200;

/** POST /AuditLog/VerifyAudit: what `npm run verify:audit` says of the viewer's own shop, in words (docs/decisions/95). */
export const verifyAuditCall: ModuleRoute = {
  path: "/AuditLog/VerifyAudit",
  access: { function: "query" },
  module: EVENT_PAGE,
  handle: async ({ context: { db, registry, viewer, now } }) => {
    const { chains, rows } = await verifyAudit(db, registry, viewer.shopId);
    const [chain] = chains;
    const gaps = (await isPosted(db, registry, viewer.shopId)) ? await journalGaps(db, registry, viewer.shopId, now) : [];
    const { seen } = await readNoted(db);
    const signed = seen[viewer.shopId];
    const problems = [
      ...(chain?.problems ?? []).map(chainText),
      ...(chain?.unsealed ?? []).map((id) => `日志 ${id} 没有封条：绕过程序写入`),
      ...(chain?.unsealedRecords ?? []).map((id) => `数据记录 ${id} 没有封条：绕过程序写入`),
      ...rows.map((row) => rowText(row, registry)),
      ...gaps.map((gap) => gapText(gap, registry)),
    ];
    return ok({
      at: timeOf(now),
      events: chain?.events ?? 0,
      head: chain?.head ? `${chain.head.seq}:${chain.head.hash}` : "",
      signed: signed === undefined ? "" : String(signed),
      count: problems.length,
      problems: problems.slice(0, MOST_TOLD),
    } satisfies AuditReportResult);
  },
};

const BROKEN: Readonly<Record<ChainProblem["what"], string>> = {
  changed: "内容与写入时不同",
  missing: "内容已被删除",
  gap: "之前的封条已被删除",
};

function chainText({ seq, event, what }: ChainProblem): string {
  return `第 ${seq} 个封条（${event === null ? "数据记录" : `日志 ${event}`}）：${BROKEN[what]}`;
}

const TOUCHED: Readonly<Record<Exclude<RowProblem["what"], "changed">, string>> = { added: "绕过程序新增", deleted: "绕过程序删除" };

function rowText({ entity: name, label, id, what, field, was, is }: RowProblem, { entities }: Registry): string {
  const entity = entities[name];
  const row = `${entity?.title ?? name} ${label}（Id ${id}）`;
  if (what !== "changed") return `${row}：${TOUCHED[what]}`;
  return `${row}：${entity?.fields[field ?? ""]?.title ?? field} 原为“${was}”，现为“${is}”，绕过程序改动`;
}

function gapText({ entity, row, Billid, against, change }: JournalGap, { entities }: Registry): string {
  const doc = `${entities[entity]?.title ?? entity} ${Billid}（Id ${row}）`;
  return `${doc}：会计分录与台账不符，${against} 相差 ${formatScaled(change, SCALE.money)}`;
}
