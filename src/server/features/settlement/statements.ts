import { randomUUID } from "node:crypto";
import { CellError, cellFromWire } from "../../../shared/domain/cell.ts";
import { dayOf, daysBetween } from "../../../shared/domain/day.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Module } from "../../../shared/registry/model.ts";
import type { ItemWork, Job, JobItem, JobParams } from "../../engine/jobs/job.ts";
import { runTransition } from "../../engine/run-transition.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { systemWork } from "../../engine/system.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityField, entityOf, transitionOf } from "../../engine/values/names.ts";
import { setting } from "../../engine/values/setting.ts";
import { ReconcileStatus } from "../../generated/entities.ts";
import type { QueryContext } from "../../query/context.ts";
import { refChoices, refUseOf } from "../../query/ref-rows.ts";
import { scoped } from "../../query/scope.ts";
import { makeStatement } from "./make-statement.ts";
import { startDuePeriods } from "./periods.ts";

const MOST_DAYS = 366;
const SUPPLIER = /^[A-Za-z0-9]{1,20}$/;
/** A page for some suppliers alone says so by its fixed condition. */
const KIND = "OperMode";
const MOST_CHOICES = 20;

/** Statements of a period, one for each supplier that has something to settle; never two for a supplier and period. */
export const statements: Job = {
  params: readParams,
  startDue: startDuePeriods,

  async choices(ctx, module, wanted) {
    const entity = entityOf(ctx.registry, module.entity);
    const use = refUseOf(ctx.registry, entity, entityField(entity, "provid"));
    if (use === null) throw new Error(`${entity.name}.provid leads to no supplier`);
    // Whoever is not traded with any more is still to be settled with, as he is when all are.
    const asked = { ...use, ref: { ...use.ref, choices: null, narrow: { [KIND]: KIND } } };
    const found = await refChoices(scoped(ctx, module), asked, (name) => fixedValue(module, name), wanted, MOST_CHOICES);
    return found.map(({ value, label }) => ({ value, label, fill: {} }));
  },

  async items(trx, registry, shopId, { provid, settleCycle, [KIND]: mode }) {
    const suppliers = await sqlStore(trx, shopId).find(
      entityOf(registry, "Provider"),
      provid === undefined ? {} : { provid: String(provid) },
    );
    const meant = suppliers.filter(
      (one) => (settleCycle === undefined || one.settleCycle === settleCycle) && (mode === undefined || one[KIND] === mode),
    );
    return meant.map((one): JobItem => ({ key: String(one.provid), name: one.Provider ?? String(one.provid) }));
  },

  async run(at, { key }) {
    const { trx, registry, now, shopId, params, creator } = at;
    const store = sqlStore(trx, shopId);
    const period = { startdate: String(params.startdate), enddate: String(params.enddate) };
    // The supplier's row is locked: nobody else makes a statement of his meanwhile.
    const [supplier] = await store.find(entityOf(registry, "Provider"), { provid: key }, true);
    if (!supplier) return { state: "none", note: "供应商档案不存在" };
    const before = await madeBefore(at, key);
    // guard check: tests/server/flows/statements.test.ts
    if (before !== null) return { state: "none", note: `该账期已生成结算单 ${before}` };
    const work = systemWork(registry, shopId, now, randomUUID());
    const balance = await makeStatement({ store, work, supplier, period, creator });
    if (balance === null) return { state: "none", note: "没有可结算的单据" };
    if (await setting(store, registry, "balance.autoSubmit")) {
      const entity = entityOf(work.registry, "Balance");
      await runTransition(store, { ...work, entity, transition: transitionOf(entity, "submit"), id: balance.Id });
    }
    return { state: "made", note: `${balance.Billid}，结算金额 ${formatScaled(cents(balance.TotalMoney), SCALE.money)} 元` };
  },
};

function readParams({ now }: QueryContext, module: Module, sent: Readonly<Record<string, string>>): JobParams {
  const problems: string[] = [];
  const day = (name: "startdate" | "enddate", title: string): string => {
    try {
      const cell = cellFromWire({ type: "date", codeType: "text", length: null }, sent[name] ?? "");
      if (cell === null) problems.push(`请填写${title}`);
      return String(cell ?? "");
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      problems.push(`${title}${error.message}`);
      return "";
    }
  };
  const [startdate, enddate] = [day("startdate", "账期起"), day("enddate", "账期止")];
  const { provid = "" } = sent;
  if (startdate !== "" && enddate !== "") {
    if (enddate < startdate) problems.push("账期止不能早于账期起");
    if (daysBetween(startdate, enddate) >= MOST_DAYS) problems.push(`账期不能超过${MOST_DAYS}天`);
    // guard check: tests/server/app/generate.test.ts
    if (enddate >= dayOf(now)) problems.push("账期止应早于今天");
  }
  if (provid !== "" && !SUPPLIER.test(provid)) problems.push("供应商编码不正确");
  if (problems.length > 0) throw new ApiError(CODE.badInput, problems.join("；"));
  const mode = fixedValue(module, KIND);
  return { startdate, enddate, ...(provid !== "" && { provid }), ...(typeof mode === "number" && { [KIND]: mode }) };
}

/** What the page's fixed condition says of a field. */
function fixedValue({ fixedValues }: Module, name: string): string | number | null {
  const value = fixedValues[name];
  return typeof value === "number" || typeof value === "string" ? value : null;
}

/**
 * The statement that the supplier has for the period, whoever made it; one that was excluded makes room for another, until it is
 * restored.
 */
async function madeBefore({ trx, registry, shopId, params }: ItemWork, provid: string): Promise<string | null> {
  const period = { provid, startdate: String(params.startdate), enddate: String(params.enddate) };
  const found = await sqlStore(trx, shopId).find(entityOf(registry, "Balance"), period);
  const counting = found.find(({ B2b_statu }) => B2b_statu !== ReconcileStatus.excluded);
  return counting === undefined ? null : String(counting.Billid);
}
