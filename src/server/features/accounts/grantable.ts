import type { Row } from "../../../shared/domain/cell.ts";
import type { Audience, Dict, Module } from "../../../shared/registry/model.ts";
import { fits, functionsOf } from "../../../shared/registry/rights/audience.ts";
import { functionKeys, moduleOfGrant } from "../../../shared/registry/rights/held.ts";

/** Whose columns and functions users of a group's kind have. */
const AUDIENCES: Readonly<Record<string, Audience>> = { retail: "shop", mall: "mall", supplier: "supplier", bidder: "supplier" };

/** The side that users of this kind are on. */
export function audienceOfKind(kind: string): Audience {
  const audience = AUDIENCES[kind];
  if (audience === undefined) throw new Error(`there is no kind of user ${kind}: the database must have refused it`);
  return audience;
}

/** The modules a group of this side may hold, with the functions that mean something there. */
export function modulesFor(modules: Dict<Module>, own: Audience): { readonly module: Module; readonly functions: readonly string[] }[] {
  return Object.values(modules)
    .filter(({ audience, entry }) => entry.of === null && fits(audience, own))
    .map((module) => ({ module, functions: functionsOf(module, own) }));
}

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
