import { createHash } from "node:crypto";
import { timeOf } from "../../../shared/domain/day.ts";
import { groupedSort } from "../../../shared/domain/sheet/row-groups.ts";
import { fieldsOfPlan, sheetPlan } from "../../../shared/domain/sheet/sheet-plan.ts";
import type { ExportFormat, ExportHead } from "../../../shared/protocol/export.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { badInput, type Params } from "../../base/params.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import type { ListParameters } from "../../query/parse-list-request.ts";
import { projectScreen } from "../../screens/project-screen.ts";

/** A list that is to be taken away: its rows as the viewer's screen shows them. */
export interface ExportOrder extends ExportHead {
  /** What is asked of the list. */
  readonly parameters: ListParameters;
}

/** A filter in words is a line of a sheet. */
const LONGEST_TOLD = 2000;

/**
 * Reads what is to be taken away of a page: filter, sort and order as for GetPage; `columns` in the order of the list as the user has arranged it (all
 * where it is left out), `group` as for GetGroups, `told`: the filter in words (else as it was sent). Titles and formats are those of his screen.
 * Throws Code 400; filter and sort are read when the list is opened.
 */
export function readOrder(ctx: QueryContext, module: Module, params: Params): ExportOrder {
  const screen = projectScreen(ctx, module);
  const { filter = "", sort = "", order = "" } = params;
  const told = (params.told ?? "") === "" ? filter : (params.told ?? "");
  if (told.length > LONGEST_TOLD && told !== filter) throw badInput(`参数 told 不能超过${LONGEST_TOLD}个字`);
  const columns = (params.columns ?? "") === "" ? screen.columns : columnsOf(screen.columns, (params.columns ?? "").split(","), "columns");
  const [group = null] = (params.group ?? "") === "" ? [] : columnsOf(screen.columns, [params.group ?? ""], "group");
  const plan = sheetPlan(screen, columns, group);
  const orders = order.split(",");
  const asked =
    sort === "" ? [] : sort.split(",").map((field, at) => ({ field, order: orders[at] === "desc" ? ("desc" as const) : ("asc" as const) }));
  const sorted = groupedSort(group?.field ?? null, asked);
  const isGrouped = group !== null;
  return {
    plan,
    about: { page: screen.title, user: ctx.viewer.userName, time: timeOf(ctx.now), filter: told.slice(0, LONGEST_TOLD) },
    parameters: {
      filter,
      sort: isGrouped ? sorted.map(({ field }) => field).join(",") : sort,
      order: isGrouped ? sorted.map((by) => by.order).join(",") : order,
      columns: fieldsOfPlan(plan).join(","),
    },
  };
}

/** Columns of the user's own list, by name. */
function columnsOf(known: readonly ScreenColumn[], names: readonly string[], parameter: string): ScreenColumn[] {
  const found = names.flatMap((name) => known.find(({ field }) => field === name) ?? []);
  // guard key: tests/server/app/exports.test.ts
  if (found.length < names.length || new Set(found).size < found.length) throw badInput(`参数 ${parameter} 应为列表中的列`);
  return found;
}

export function readFormat({ format = "xlsx" }: Params): ExportFormat {
  if (format !== "xlsx" && format !== "csv") throw badInput("参数 format 只支持 xlsx 或 csv");
  return format;
}

/**
 * What the viewer may see of the page, as a digest: fields, whose rows and by which functions, as whom. Somebody whose rights are others than when a
 * file was made does not get it any more, even if he may still take the list away.
 */
export function rightsMark(ctx: QueryContext, module: Module): string {
  const { viewer } = ctx;
  const { readable, entity } = listPlan(ctx, module);
  const told = {
    who: [viewer.userId, viewer.shopId, viewer.provId, viewer.side, viewer.isMall, viewer.isConfirm],
    functions: [...(viewer.rights.get(module.id) ?? [])].sort(),
    given: (viewer.delegated?.principals ?? []).map(({ delegation }) => delegation).sort(),
    fields: [...readable.fields.keys()].sort(),
    rows: [module.where, entity.visibleTo[viewer.side], module.reach],
  };
  return createHash("sha256").update(JSON.stringify(told)).digest("hex");
}
