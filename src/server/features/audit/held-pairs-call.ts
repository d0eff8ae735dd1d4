import { dayOf } from "../../../shared/domain/day.ts";
import type { HeldPairRow, HeldPairsResult } from "../../../shared/protocol/held-pairs.ts";
import { carriersOf } from "../../../shared/registry/rights/carriers.ts";
import { delegable, namedRights } from "../../../shared/registry/rights/delegable.ts";
import { heldOf, type KeyOnPage, keysOfAct } from "../../../shared/registry/rights/duties.ts";
import { profileOf } from "../../base/viewer.ts";
import { type KnownUser, readRights } from "../../engine/duties/read-rights.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { DelegationStt } from "../../generated/entities.ts";
import { ok } from "../../http/envelope.ts";
import type { ModuleRoute } from "../../http/route.ts";

type Rights = ReadonlyMap<number, ReadonlySet<string>>;

/** Whoever has the page of the event log may see who holds what. */
const EVENT_PAGE = 9004;

/**
 * POST /AuditLog/HeldPairs: users of the viewer's own shop who hold a function of a pair that is kept apart, or both, with what brings it: their
 * group, or who is away these days and has them do it (docs/decisions/99, 103).
 */
export const heldPairsCall: ModuleRoute = {
  path: "/AuditLog/HeldPairs",
  access: { function: "query" },
  module: EVENT_PAGE,
  handle: async ({ context: { db, registry, viewer, now } }) => {
    const store = sqlStore(db, viewer.shopId);
    const { duties, modules } = profileOf(registry, viewer.shopId);
    const carriers = carriersOf(registry.entities);
    const groups = await store.find(entityOf(registry, "UserGroup"), {});
    const names = new Map(groups.map(({ GroupId, GroupName }) => [GroupId, GroupName]));
    const users = carriers === null ? [] : [...(await readRights(store, registry, carriers)).users.values()];
    const own = users.filter(({ standing }) => standing.side === "shop");
    const today = dayOf(now);
    const given = (await store.find(entityOf(registry, "Delegation"), { stt: DelegationStt.granted })).filter(
      ({ startdate, enddate }) => (startdate ?? "") <= today && (enddate ?? "") >= today,
    );
    const told = (held: KeyOnPage | null) =>
      held === null ? "" : `${held.module.entry.title}.${registry.functions[held.key] ?? held.key}`;
    const rowsOf = (user: KnownUser, rights: Rights, group: string): readonly HeldPairRow[] =>
      Object.values(duties).flatMap((duty) => {
        if (!duty.onPerson) return [];
        const [a, b] = [heldOf(keysOfAct(modules, duty.a), rights), heldOf(keysOfAct(modules, duty.b), rights)];
        if (a === null && b === null) return [];
        const { account, name, isOn } = user;
        const holds = a !== null && b !== null ? "两项" : "一项";
        return [
          {
            USER_ID: account,
            UsrName: name,
            group,
            inUse: isOn ? "启用" : "停用",
            pair: duty.title,
            holds,
            first: told(a),
            second: told(b),
          },
        ];
      });
    const byGroup = own.flatMap((user) => rowsOf(user, user.standing.rights, `${user.group} ${names.get(user.group) ?? ""}`.trim()));
    const byOthers = given.flatMap(({ absent, delegate, enddate, FuncKeys }) => {
      const [from, to] = [own.find(({ account }) => account === absent), own.find(({ account }) => account === delegate)];
      if (from === undefined || to === undefined) return [];
      const rights = namedRights(FuncKeys ?? "", delegable(modules, registry, from.standing.rights));
      return rowsOf(to, rights, `受 ${from.name} 委托至 ${enddate}`);
    });
    const rows = [...byGroup, ...byOthers].sort((one, other) => Number(other.holds === "两项") - Number(one.holds === "两项"));
    return ok({ rows } satisfies HeldPairsResult);
  },
};
