import { type Cell, CellError, cellFromWire, type Row } from "../../../shared/domain/cell.ts";
import { checkMessage, passes } from "../../../shared/domain/checks.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, Field, Module } from "../../../shared/registry/model.ts";
import { ROW_VERSION } from "../../base/technical.ts";
import { runTransition } from "../../engine/run-transition.ts";
import { runWork, type UserWork } from "../../engine/run-work.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { asSystem } from "../../engine/system.ts";
import { changesText } from "../../engine/values/changes.ts";
import { entityField, entityOf, transitionOf } from "../../engine/values/names.ts";
import type { BalancePayRow } from "../../generated/entities.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { ROW_MISSING, readByIds } from "../../query/rows-by-ids.ts";
import { effectiveAccount, type PayeeAccount, payeeAccounts } from "../suppliers/feature.ts";

/** How a bill is to be paid, and where to (docs/decisions/44). */
const FIELDS = ["PayWay", "BankName", "BankAcct", "planpaydate", "Remark"] as const;

/** What of a bill its approvals were given for, besides its amount. */
const APPROVED_OF = ["PayWay", "BankName", "BankAcct"] as const;

type At = Pick<UserWork, "store" | "work">;

export interface UpdateRequest {
  readonly id: number;
  readonly rowver: number | undefined;
  /** Parameters as sent; those of other names are not looked at. */
  readonly params: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
}

/** Changes what is given of the payment information. The caller has checked the right. */
export function updateInfo(ctx: QueryContext, module: Module, request: UpdateRequest) {
  const entity = entityOf(ctx.registry, "BalancePay");
  const { id, rowver, idempotencyKey } = request;
  const patch = readPatch(entity, request.params);
  const body = ["update", id, rowver ?? null, Object.entries(patch)];
  return runWork(ctx, module, { body, idempotencyKey }, async ({ ctx: inside, store, work }) => {
    await readByIds(listPlan(inside, module), [id], []);
    const [before] = await store.lock(entity, [id]);
    if (!before) throw new ApiError(CODE.missing, ROW_MISSING);
    await checkAccount({ store, work }, before, patch);
    const reason = changesText(work.registry, entity, before, { ...before, ...patch }, []);
    await runTransition(store, { ...work, reason, entity, transition: transitionOf(entity, "update"), id, rowver });
    await store.update(entity, { Id: id }, patch);
    await takeApprovalsBack({ store, work }, before, patch);
    const [after] = await store.find(entity, { Id: id });
    return { id, rowver: Number(after?.[ROW_VERSION] ?? 0) };
  });
}

/** The accounts that a bill may be paid to. Throws 404 where there is no such bill. */
export async function accountsOfBill(
  ctx: QueryContext,
  module: Module,
  id: number,
): Promise<{ readonly accounts: readonly PayeeAccount[] }> {
  const [bill] = await readByIds(listPlan(ctx, module), [id], ["provid"]);
  const store = sqlStore(ctx.db, ctx.viewer.shopId);
  return { accounts: await payeeAccounts(store, ctx.registry, String(bill?.provid ?? ""), ctx.now) };
}

/** Money goes to effective accounts of the supplier alone (docs/decisions/93). The name of the bank may say its place before it. */
async function checkAccount({ store, work }: At, before: BalancePayRow, patch: Row): Promise<void> {
  const after = { ...before, ...patch };
  if (after.BankAcct === before.BankAcct && after.BankName === before.BankName) return;
  const { BankName, BankAcct } = await effectiveAccount(store, work.registry, before.provid ?? "", after.BankAcct ?? "", work.now);
  const given = after.BankName ?? "";
  // guard check: tests/server/payments/payee-accounts.test.ts
  if (given !== BankName && !given.endsWith(` ${BankName}`)) throw new ApiError(CODE.rule, `账号 ${BankAcct} 的收款行是${BankName}`);
}

/** What was approved was a payment to this account by this way: of another one nobody has said yes. */
async function takeApprovalsBack({ store, work }: At, before: BalancePayRow, patch: Row): Promise<void> {
  const after = { ...before, ...patch };
  if (APPROVED_OF.every((name) => after[name] === before[name])) return;
  const applications = entityOf(work.registry, "PayApply");
  const transition = transitionOf(applications, "revoke");
  const named = await store.find(applications, { PayBillid: before.Billid }, true);
  const live = named.filter(({ stt }) => stt !== null && transition.from.includes(stt));
  for (const { Id } of live) await runTransition(store, { ...asSystem(work), entity: applications, transition, id: Id });
}

/** The values that were sent; everything that is wrong with them is told at once. */
function readPatch(entity: Entity, params: UpdateRequest["params"]): Row {
  const problems: string[] = [];
  const given = FIELDS.filter((name) => params[name] !== undefined);
  const patch = given.map((name): [string, Cell] => {
    const field = entityField(entity, name);
    try {
      return [name, readCell(field, params[name] ?? "")];
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      problems.push(`${field.title}${error.message}`);
      return [name, null];
    }
  });
  if (given.length === 0) problems.push(`缺少参数 ${FIELDS.join("、")} 之一`);
  if (problems.length > 0) throw new ApiError(CODE.badInput, problems.join("；"));
  return Object.fromEntries(patch);
}

function readCell(field: Field, text: string): Cell {
  const cell = cellFromWire(field, text.trim());
  // guard check: tests/server/money/balance-pay-calls.test.ts
  if (cell !== null && field.type === "enum" && !field.values.some(({ code }) => code === cell)) throw new CellError("不在可选范围内");
  // guard check: tests/server/money/balance-pay-calls.test.ts
  if (cell !== null && field.check !== null && !passes(field.check, cell)) throw new CellError(checkMessage(field.check));
  return cell;
}
