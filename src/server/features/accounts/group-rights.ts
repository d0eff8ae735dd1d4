import type { Row } from "../../../shared/domain/cell.ts";
import type { Dict, Module } from "../../../shared/registry/model.ts";
import { functionKeys, moduleOfGrant } from "../../auth/rights.ts";

/** Module id to function keys. */
export type GroupRights = ReadonlyMap<number, ReadonlySet<string>>;

/** What stored grants say: whole keys, older module numbers under today's. */
export function groupRightsOf(modules: Dict<Module>, rows: readonly Row[]): GroupRights {
  const rights = new Map<number, ReadonlySet<string>>();
  for (const { MdlId, Funcs } of rows) {
    const module = moduleOfGrant(modules, Number(MdlId));
    if (module) rights.set(module.id, new Set([...(rights.get(module.id) ?? []), ...functionKeys(String(Funcs ?? ""))]));
  }
  return rights;
}
