import { timeOf } from "../../../shared/domain/day.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { AuditReportResult } from "../../../shared/protocol/audit-report.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { StartupError } from "../../base/startup-error.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { ok } from "../../http/envelope.ts";
import type { ModuleRoute } from "../../http/route.ts";
import type { Services } from "../../http/services.ts";
import { compareHeads, type HeadProblem } from "../../tables/heads/compare-heads.ts";
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
  handle: async ({ context: { db, registry, viewer, now }, services }) => {
    const { chains, rows } = await verifyAudit(db, registry, viewer.shopId);
    const [chain] = chains;
    const gaps = (await isPosted(db, registry, viewer.shopId)) ? await journalGaps(db, registry, viewer.shopId, now) : [];
    const { seen } = await readNoted(db);
    const signed = seen[viewer.shopId];
    const heads = await compareSent(db, viewer.shopId, services);
    const problems = [
      ...(chain?.problems ?? []).map(chainText),
      ...(chain?.unsealed ?? []).map((id) => `日志 ${id} 没有封条：绕过程序写入`),
      ...(chain?.unsealedRecords ?? []).map((id) => `数据记录 ${id} 没有封条：绕过程序写入`),
      ...rows.map((row) => rowText(row, registry)),
      ...gaps.map((gap) => gapText(gap, registry)),
      ...heads.problems,
    ];
    return ok({
      at: timeOf(now),
      events: chain?.events ?? 0,
      head: chain?.head ? `${chain.head.seq}:${chain.head.hash}` : "",
      signed: signed === undefined ? "" : String(signed),
      compared: heads.told,
      count: problems.length,
      problems: problems.slice(0, MOST_TOLD),
    } satisfies AuditReportResult);
  },
};

/** Whether the chain is the one whose heads were sent out (docs/decisions/95): only so is one found that was cut, or sealed anew. */
async function compareSent(
  db: Db,
  shop: string,
  { sentHeads }: Pick<Services, "sentHeads">,
): Promise<{ readonly told: string; readonly problems: readonly string[] }> {
  try {
    const sent = sentHeads();
    if (sent === null) return { told: "未核对：链头没有发送到本机文件，请用 verify:audit 与外部保存的链头核对", problems: [] };
    const { lines, newest, problems } = await compareHeads(forTenant(db, { as: "shop", shop }), sent.text, sent.keys);
    const own = problems.filter((problem) => !("shopId" in problem) || problem.shopId === shop);
    return { told: `${lines} 行已发送的链头，最近签名于 ${newest ?? "无"}`, problems: own.map(headText) };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    // Where the file lies is the operator's business.
    return { told: "无法读取已发送的链头", problems: ["已发送的链头文件无法读取，请联系系统管理员"] };
  }
}

function headText(problem: HeadProblem): string {
  switch (problem.what) {
    case "cut":
      return `日志止于第 ${problem.end} 个封条，而第 ${problem.seq} 个封条已于 ${problem.signedAt} 签名：结尾被截断`;
    case "resealed":
      return `第 ${problem.seq} 个封条与 ${problem.signedAt} 签名的不同：日志被重新封签`;
    case "rolledback":
      return `第 ${problem.sent} 行链头已于 ${problem.signedAt} 发送，数据库只知道到第 ${problem.known} 行：数据库被恢复到以前`;
    case "missing":
      return `已发送的链头缺少第 ${problem.after} 与第 ${problem.before} 行之间的内容`;
    case "unreadable":
      return `已发送的链头第 ${problem.line} 行不是链头`;
    case "foreign":
      return `已发送的链头第 ${problem.line} 行由其他密钥签名`;
    case "forged":
      return `已发送的链头第 ${problem.line} 行签名不符`;
  }
}

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
