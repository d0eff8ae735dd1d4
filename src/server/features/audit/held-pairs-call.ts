import type { HeldPairRow, HeldPairsResult } from "../../../shared/protocol/held-pairs.ts";
import { carriersOf } from "../../../shared/registry/rights/carriers.ts";
import { type KeyOnPage, pairsHeld } from "../../../shared/registry/rights/duties.ts";
import { profileOf } from "../../base/viewer.ts";
import { readRights } from "../../engine/duties/read-rights.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { ok } from "../../http/envelope.ts";
import type { ModuleRoute } from "../../http/route.ts";

/** Whoever has the page of the event log may see who holds what. */
const EVENT_PAGE = 9004;

/** POST /AuditLog/HeldPairs: users of the viewer's own shop who hold both functions of a pair that is kept apart, with what brings it (docs/decisions/99). */
export const heldPairsCall: ModuleRoute = {
  path: "/AuditLog/HeldPairs",
  access: { function: "query" },
  module: EVENT_PAGE,
  handle: async ({ context: { db, registry, viewer } }) => {
    const store = sqlStore(db, viewer.shopId);
    const { duties, modules } = profileOf(registry, viewer.shopId);
    const carriers = carriersOf(registry.entities);
    const groups = await store.find(entityOf(registry, "UserGroup"), {});
    const names = new Map(groups.map(({ GroupId, GroupName }) => [GroupId, GroupName]));
    const users = carriers === null ? [] : [...(await readRights(store, registry, carriers)).users.values()];
    const told = ({ module, key }: KeyOnPage) => `${module.entry.title}.${registry.functions[key] ?? key}`;
    const rows = users.flatMap(({ account, name, group, isOn, standing }) =>
      (standing.side === "shop" ? pairsHeld(duties, modules, standing.rights) : []).map(
        ({ duty, a, b }): HeldPairRow => ({
          USER_ID: account,
          UsrName: name,
          group: `${group} ${names.get(group) ?? ""}`.trim(),
          inUse: isOn ? "启用" : "停用",
          pair: duty.title,
          first: told(a),
          second: told(b),
        }),
      ),
    );
    return ok({ rows } satisfies HeldPairsResult);
  },
};
