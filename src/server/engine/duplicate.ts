import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { SHOP } from "../base/technical.ts";
import { indexesOf } from "../tables/sync-schema-indexes.ts";

const UNIQUE_VIOLATION = "23505";

/** A row that exists already, told by the titles of the fields that may not repeat; null where the error is another one. */
export function duplicateOf(registry: Registry, error: unknown): ApiError | null {
  if (!(error instanceof Error) || !("code" in error) || error.code !== UNIQUE_VIOLATION || !("constraint" in error)) return null;
  const index = indexesOf(registry).find(({ name }) => name === error.constraint);
  const entity = Object.values(registry.entities).find(({ table, view }) => view === null && table === index?.table);
  if (!index || !entity) return null;
  const titles = index.parts.filter(({ field }) => field !== SHOP).map(({ field }) => entity.fields[field]?.title ?? field);
  return new ApiError(CODE.rule, `${titles.join("、")} 已存在`);
}
