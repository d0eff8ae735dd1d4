import { randomUUID } from "node:crypto";
import { badInput } from "../../base/params.ts";
import { ok } from "../../http/envelope.ts";
import { optionalCount, required, requiredId } from "../../http/required.ts";
import type { ModuleRoute } from "../../http/route.ts";
import { readGrants } from "./read-grants.ts";
import { writeGrants } from "./write-grants.ts";

/** What a group may do. */
export const getGrants: ModuleRoute = {
  path: "/Module/:mdl/GetGrants",
  access: { function: "grant" },
  handle: async ({ context, module, params }) => ok(await readGrants(context, module, requiredId(params, "id"))),
};

/** Makes a group hold exactly the rights of `grants`: JSON, module id to function keys; or all, with `all=true`. */
export const grant: ModuleRoute = {
  path: "/Module/:mdl/Grant",
  access: { function: "grant" },
  handle: async ({ context, module, params, requestKey }) => {
    const rowver = optionalCount(params, "rowver");
    if (rowver === undefined) throw badInput("缺少参数 rowver");
    const isAll = params.all === "true";
    const rights = isAll ? new Map<number, ReadonlySet<string>>() : readRights(required(params, "grants"));
    const request = { id: requiredId(params, "id"), rowver, isAll, rights, reqkey: requestKey ?? randomUUID() };
    return ok({ rowver: await writeGrants(context, module, request) });
  },
};

const MODULE_ID = /^\d{1,9}$/;
const KEY = /^[a-z]{1,20}$/;

/** `{"510":["query","export"]}`; a page is held only with 查询. */
function readRights(text: string): Map<number, ReadonlySet<string>> {
  const value = parsed(text);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = isObject ? Object.entries(value) : [];
  const isRight = entries.every(([id, keys]) => MODULE_ID.test(id) && Array.isArray(keys) && keys.every((key) => KEY.test(String(key))));
  if (!isObject || !isRight) throw badInput("参数 grants 应为模块编号到功能键列表的JSON");
  return new Map(entries.filter(([, keys]) => keys.length > 0).map(([id, keys]) => [Number(id), new Set<string>(["query", ...keys])]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
