import { ApiError, CODE } from "../../../../shared/protocol/envelope.ts";
import type { Module } from "../../../../shared/registry/model.ts";
import { badInput } from "../../../base/params.ts";
import type { KeyHolder } from "./find-key.ts";

/**
 * The page on which the key may do this with an entity; where there are several, the one that the call names.
 *
 * @throws ApiError: 404 for what the key does not open, whether it is there or not; 400 where it is not told which
 */
export function pageOf({ acts }: KeyHolder, entity: string, act: string, mdl: string | undefined): Module {
  const pages = acts
    .filter((page) => page.entity.name === entity && page.acts.some(({ name }) => name === act))
    .map(({ module }) => module);
  const [first, ...others] = pages;
  // guard key: tests/server/keyed/keys.test.ts
  if (first === undefined) throw new ApiError(CODE.missing, `接口密钥没有开放 ${entity} 的${act === "in" ? "送入" : "取出"}`);
  if (mdl === undefined && others.length === 0) return first;
  const named = pages.find(({ id }) => String(id) === mdl);
  if (named === undefined)
    throw badInput(`参数 mdl 应为以下页面之一：${pages.map(({ id, entry }) => `${id}（${entry.title}）`).join("、")}`);
  return named;
}
