import { dayOf } from "../../shared/domain/day.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { audienceOf } from "../../shared/registry/rights/audience.ts";
import { delegable, delegationsIn, GRANTED, namedRights } from "../../shared/registry/rights/delegable.ts";
import { heldOf, keysOfAct, pairsHeld } from "../../shared/registry/rights/duties.ts";
import { rightsOf } from "../../shared/registry/rights/held.ts";
import { SIGN_IN } from "../base/tenant.ts";
import { type Principal, profileOf, type Viewer } from "../base/viewer.ts";
import type { Db } from "../db/connect.ts";
import { forTenant } from "../db/driver/tenant-statements.ts";
import { type Account, accounts, isUsable, viewerOf } from "./account.ts";

type Rights = ReadonlyMap<number, ReadonlySet<string>>;

/** A delegation that runs today, as it is stored. */
interface Given {
  readonly Id: number;
  readonly absent: string;
  readonly FuncKeys: string;
}

/**
 * The viewer with what those who are away have given him for these days (docs/decisions/103): begun and ended by the day alone, read anew
 * by each request, and never more than each of them holds himself now. What together with his own would be a pair of functions that are
 * two people's he is not given.
 */
export async function withDelegations(db: Db, registry: Registry, viewer: Viewer, now: Date): Promise<Viewer> {
  const table = delegationsIn(registry.entities)?.table;
  if (table === undefined) return viewer;
  const today = dayOf(now);
  const given = await forTenant(db, SIGN_IN)
    .selectFrom(table)
    .select(["Id", "absent", "FuncKeys"])
    .where("SHOP_ID", "=", viewer.shopId)
    .where("delegate", "=", viewer.userId)
    .where("stt", "=", GRANTED)
    .where("startdate", "<=", today)
    .where("enddate", ">=", today)
    .orderBy("Id")
    .$castTo<Given>()
    .execute();
  if (given.length === 0) return viewer;
  const absent = await accounts(forTenant(db, SIGN_IN), registry)
    .where(
      "u.USER_ID",
      "in",
      given.map((one) => one.absent),
    )
    .execute();
  const principals = given.flatMap(
    (one) =>
      principalOf(
        registry,
        viewer,
        one,
        absent.find(({ USER_ID }) => USER_ID === one.absent),
      ) ?? [],
  );
  return withPrincipals(registry, viewer, principals);
}

/** null: his account is stopped, or no longer of the same company and side. */
function principalOf(registry: Registry, viewer: Viewer, given: Given, account: Account | undefined): Principal | null {
  if (account === undefined || !isUsable(account)) return null;
  const absent = viewerOf(account, registry);
  const isSame = (["shopId", "provId", "side", "isMall"] as const).every((name) => absent[name] === viewer[name]);
  // guard scope as false: tests/server/rights/delegates.test.ts
  if (!isSame) return null;
  const { modules } = profileOf(registry, viewer.shopId);
  const named = namedRights(given.FuncKeys, delegable(modules, registry, absent.rights));
  const grants = [...named].map(([MdlId, keys]) => ({ MdlId, Funcs: [...keys].join(",") }));
  const rights = rightsOf(modules, audienceOf(viewer), { allModules: false, grants });
  const { userId, userName, isConfirm } = absent;
  return { delegation: Number(given.Id), userId, userName, isConfirm, rights };
}

/** Principals are taken one after the other: of two whose functions are apart, the first counts. */
function withPrincipals(registry: Registry, viewer: Viewer, all: readonly Principal[]): Viewer {
  const principals: Principal[] = [];
  let rights: Rights = viewer.rights;
  for (const principal of all) {
    const left = keptApart(registry, viewer, rights, principal.rights);
    if (left.size === 0) continue;
    principals.push({ ...principal, rights: left });
    rights = union(rights, left);
  }
  return principals.length === 0 ? viewer : { ...viewer, rights, delegated: { own: viewer.rights, principals } };
}

/** What of given rights may come to those held: of a pair that is two people's not what would be its other half (docs/decisions/99). */
function keptApart(registry: Registry, { shopId, side }: Viewer, held: Rights, given: Rights): Rights {
  if (side !== "shop") return given;
  const { duties, modules } = profileOf(registry, shopId);
  const had = new Set(pairsHeld(duties, modules, held).map(({ name }) => name));
  const clashes = pairsHeld(duties, modules, union(held, given)).filter(({ name }) => !had.has(name));
  const taken = clashes.flatMap(({ duty }) => {
    const [a, b] = [keysOfAct(modules, duty.a), keysOfAct(modules, duty.b)];
    // Whoever holds neither half himself is given neither.
    return [...(heldOf(a, held) === null ? a : []), ...(heldOf(b, held) === null ? b : [])];
  });
  // guard key as given: tests/server/rights/delegates.test.ts
  return new Map(
    [...given].map(([id, keys]) => [id, new Set([...keys].filter((key) => !taken.some((one) => one.module.id === id && one.key === key)))]),
  );
}

function union(one: Rights, other: Rights): Rights {
  const all = new Map(one);
  for (const [id, keys] of other) all.set(id, new Set([...(all.get(id) ?? []), ...keys]));
  return new Map([...all].sort(([a], [b]) => a - b));
}
