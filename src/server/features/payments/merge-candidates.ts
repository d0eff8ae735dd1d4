import type { PageResult } from "../../../shared/protocol/list.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { PayStatus } from "../../generated/entities.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPage } from "../../query/list-page.ts";

const ALL = "999999999";

/**
 * The bills of a supplier, or of all, that could be merged now (docs/decisions/45): they wait for money, are not stopped and not merged
 * yet.
 */
export function mergeCandidates(ctx: QueryContext, page: Module, provid: string): Promise<PageResult> {
  const filter = [
    { field: "Statu", operator: "eq", value: PayStatus.toPay },
    { field: "Isstop", operator: "eq", value: false },
    { field: "FathId", operator: "null" },
    ...(provid === "" ? [] : [{ field: "provid", operator: "eq", value: provid }]),
  ];
  return listPage(ctx, page, { page: "1", rows: ALL, filter: JSON.stringify(filter) });
}

/** The bills of a merged payment. */
export function billsOfMerged(ctx: QueryContext, page: Module, Billid: string): Promise<PageResult> {
  const filter = [{ field: "FathId", operator: "eq", value: Billid }];
  return listPage(ctx, page, { page: "1", rows: ALL, filter: JSON.stringify(filter) });
}
