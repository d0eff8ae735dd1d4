import type { PageResult, WireRow } from "../../../shared/protocol/list.ts";
import type { DocumentTable, ShowResult } from "../../../shared/protocol/screen.ts";
import { buildColumns } from "../../../shared/registry/build/columns.ts";
import type { Audience, Module, Registry } from "../../../shared/registry/model.ts";
import { badInput, type Params } from "../../base/params.ts";
import { profileOf } from "../../base/viewer.ts";
import { entityOf } from "../../engine/values/names.ts";
import { PayBillStatus } from "../../generated/entities.ts";
import type { ModuleCall } from "../../http/route.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPage } from "../../query/list-page.ts";
import { showRow } from "../../query/show/show-row.ts";
import { documentTables } from "../../screens/project-columns.ts";

/** The page behind the calls of group BalancePay. */
export const BALANCE_PAY_MODULE = 503;
/** The page of merged payments, which belongs to it (docs/decisions/45). */
const MERGED_MODULE = 9503;

/** What the rows of the calls say besides the page's own columns: what this user may do with each of them now (docs/decisions/44). */
const BILL_MORE = ["Isstop", "B2b_statu", "attachside", "BankName", "BankAcct", "planpaydate", "Remark"];
const BILL_RIGHTS = ["isPay", "isDelUrl", "isUpload", "isUpdate", "isMerge", "isBankPay"];

const bills = new WeakMap<Module, Module>();

/** The payment page with the rights of each row. */
export function billPage(registry: Registry, module: Module): Module {
  const page = bills.get(module) ?? makeBillPage(registry, module);
  bills.set(module, page);
  return page;
}

function makeBillPage(registry: Registry, module: Module): Module {
  const more = [...BILL_MORE, ...BILL_RIGHTS].filter((name) => module.columns.every(({ field }) => field !== name));
  const columns = [...module.columns, ...buildColumns(more, entityOf(registry, module.entity), module.sortMap)];
  const { audience, readable } = module;
  const sides = Object.entries(readable) as [Audience, readonly string[]][];
  const changed = sides.map(([side, names]) => [side, audience.includes(side) ? [...new Set([...names, ...more])] : names]);
  return { ...module, columns, readable: Object.fromEntries(changed) as Module["readable"] };
}

type Where = Pick<QueryContext, "registry" | "viewer">;

/** The page of merged payments as the viewer's shop has it. */
export const mergedPage = (where: Where): Module => ownPage(where, MERGED_MODULE);

/** The payment page as the viewer's shop has it. */
export const billsOf = (where: Where): Module => billPage(where.registry, ownPage(where, BALANCE_PAY_MODULE));

function ownPage({ registry, viewer }: Where, id: number): Module {
  const page = profileOf(registry, viewer.shopId).modules[id];
  if (page === undefined) throw new Error(`there is no page ${id}`);
  return page;
}

/** Whether a call is about merged payments (`fath=1`) instead of bills. */
export function isMerged({ fath = "" }: Params): boolean {
  if (!["", "0", "1"].includes(fath)) throw badInput("参数 fath 应为0或1");
  return fath === "1";
}

/** The page of bills or, with `fath=1`, of merged payments. */
export function pageOf({ context, module, params }: ModuleCall): Module {
  return isMerged(params) ? mergedPage(context) : billPage(context.registry, module);
}

const ALL = "999999999";

/** A merged payment as its document: head, history and chain, its bills with their sums, and what was paid or tried for them. */
interface MergedDetails extends ShowResult {
  readonly children: readonly WireRow[];
  readonly footer: Readonly<Record<string, string>>;
  /** null: the viewer has no page of them. */
  readonly bills: DocumentTable | null;
  readonly records: DocumentTable | null;
}

/** `open`: the pages by which the viewer may read documents. Code 404 where there is no such payment. */
export async function mergedDetails(ctx: QueryContext, module: Module, id: number, open: readonly Module[]): Promise<MergedDetails> {
  const page = mergedPage(ctx);
  const shown = await showRow(ctx, page, id, open);
  const of = { field: "FathId", operator: "eq", value: String(shown.row.Billid) };
  const { rows: children, footer } = await billsWith(ctx, billPage(ctx.registry, module), [of]);
  const [bills = null, records = null] = await documentTables(ctx, page, shown.row, open);
  return { ...shown, children, footer, bills, records };
}

/**
 * The bills of a supplier, or of all, that could be merged now (docs/decisions/45): they wait for money, are not stopped and not merged
 * yet.
 */
export function mergeCandidates(ctx: QueryContext, page: Module, provid: string): Promise<PageResult> {
  return billsWith(ctx, page, [
    { field: "Statu", operator: "eq", value: PayBillStatus.toPay },
    { field: "Isstop", operator: "eq", value: false },
    { field: "FathId", operator: "null" },
    ...(provid === "" ? [] : [{ field: "provid", operator: "eq", value: provid }]),
  ]);
}

function billsWith(ctx: QueryContext, page: Module, filter: readonly object[]): Promise<PageResult> {
  return listPage(ctx, page, { page: "1", rows: ALL, filter: JSON.stringify(filter) });
}
