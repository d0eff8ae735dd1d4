import type { BaseRecord, DataProvider, MetaQuery } from "@refinedev/core";
import simpleRest from "@refinedev/simple-rest";
import { listParams } from "../../shared/domain/list/list-state.ts";
import { ALL_ROWS, type PageResult } from "../../shared/protocol/list.ts";
import type { ShowResult } from "../../shared/protocol/screen.ts";
import { API_ROOT, moduleUrl } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import type { FormParams } from "../api/send.ts";
import { readPages } from "./read-pages.ts";

/**
 * The client simple-rest works with: our own `post`, so that encoding, time-out, envelope and 401 exist once, and errors arrive as
 * ApiError. Every call of the contract is a POST; of the client it names in its types simple-rest uses no more for one than this.
 */
const client = {
  post: async (url: string, payload: FormParams, { headers }: { readonly headers?: Readonly<Record<string, string>> }) => ({
    data: await post<unknown>(url, payload, headers && { headers }),
  }),
};
const base = simpleRest(API_ROOT, client as unknown as Parameters<typeof simpleRest>[1]);

/** simple-rest as transport; a resource is a module id, and each refine call is that module's call of the contract. */
export const dataProvider: DataProvider = {
  getApiUrl: base.getApiUrl,
  custom: base.custom,

  /** `meta.url`: the rows come from a call of a hand-written page. `meta.step`: of all rows only so many, the others are read as they come into view. */
  getList: async ({ resource, pagination, sorters = [], filters = [], meta }) => {
    const query = listParams({ sorters, filters });
    const url: unknown = meta?.url;
    const source = typeof url === "string" ? url : moduleUrl(resource, "GetPage");
    const fetchPage = (page: number, rows: number) => call<PageResult>(source, { page, rows, ...query });
    const size = pagination?.pageSize ?? ALL_ROWS;
    const step: unknown = meta?.step;
    const readRows = () => (typeof step === "number" ? fetchPage(1, step) : readAll(fetchPage));
    const page = size === ALL_ROWS ? await readRows() : await fetchPage(pagination?.current ?? 1, size);
    return { data: asRecords(page.rows), total: page.total, footer: page.footer };
  },

  getOne: async ({ resource, id }) => ({ data: asRecord(await call<ShowResult>(moduleUrl(resource, "Get"), { id })) }),

  create: async ({ resource, variables, meta }) => ({
    data: asRecord(await call(moduleUrl(resource, "Save"), variables as FormParams, meta)),
  }),

  update: async ({ resource, id, variables, meta }) => ({
    data: asRecord(await call(moduleUrl(resource, "Save"), { ...(variables as FormParams), id }, meta)),
  }),

  deleteOne: async ({ resource, id }) => ({ data: asRecord(await call(moduleUrl(resource, "Delete"), { ids: id })) }),
};

async function call<T>(url: string, payload: FormParams, meta?: MetaQuery): Promise<T> {
  const headers: unknown = meta?.headers;
  const { data } = await base.custom({ url, method: "post", payload, ...(isHeaders(headers) && { headers }) });
  return data as unknown as T;
}

const isHeaders = (value: unknown): value is Record<string, string> => typeof value === "object" && value !== null;

/** "All data": the server caps one answer, the rest is fetched in pages of that size. */
async function readAll(fetchPage: (page: number, size: number) => Promise<PageResult>): Promise<PageResult> {
  let result: PageResult | undefined;
  for await (const page of readPages(fetchPage, ALL_ROWS)) result = result ? { ...result, rows: result.rows.concat(page.rows) } : page;
  return result ?? { rows: [], total: 0, footer: {} };
}

// refine's generic result types cannot be met by any concrete provider without a cast; these two are the only ones.
const asRecord = <T extends BaseRecord>(value: unknown): T => value as T;
const asRecords = <T extends BaseRecord>(value: unknown): T[] => value as T[];
