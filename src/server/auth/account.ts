import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { SessionUser } from "../../shared/protocol/screen.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { audienceOf } from "../../shared/registry/rights/audience.ts";
import { carriersOf } from "../../shared/registry/rights/carriers.ts";
import { rightsOf, SHOP_KINDS, type StoredRights, SUPPLIER_KINDS } from "../../shared/registry/rights/held.ts";
import { type Asked, SIGN_IN_FAULTS, type SignInFault } from "../../shared/registry/rights/why.ts";
import { profileOf, type Viewer } from "../base/viewer.ts";
import type { Db } from "../db/connect.ts";
import { sessionKeys } from "../query/site-settings.ts";
import { contractState } from "./authorize.ts";

/** A user with everything that decides what he may do, read in one statement. */
export interface Account extends StoredRights {
  readonly USER_ID: string;
  readonly UsrName: string;
  readonly UserKind: string;
  readonly SHOP_ID: string;
  readonly PROV_ID: string | null;
  readonly isconfirm: boolean | null;
  readonly ShopName: string;
  readonly ShopKind: string;
  readonly contractend: string | null;
  readonly Provider: string | null;
  readonly company_providerDisplayName: string | null;
  readonly GroupId: string | null;
  readonly userStatu: unknown;
  readonly shopStatu: unknown;
  /** null: the user has no group, or one that is gone; such a user holds nothing. */
  readonly groupStatu: unknown;
  /** null: the supplier has no file yet (bidders). */
  readonly providerStatu: unknown;
  /** What the shop has set of what is read with every session, by key; null: nothing. Left out: it was not read. */
  readonly settings?: Readonly<Record<string, string>> | null;
}

/**
 * The statement that reads accounts; the caller adds which one. It goes round `scoped(ctx)`, and nothing else in the server may:
 * it is what makes the viewer that scopes are made of. What decides rights it takes from the fields that say so by `carries`, and from no
 * others: what the guard of rights watches is what sign-in reads (docs/decisions/81).
 */
export function accounts(db: Db, registry: Registry) {
  const table = (entity: string) => registry.entities[entity]?.table ?? missing(entity);
  const { user, group, grant } = carriersOf(registry.entities) ?? missing("of users");
  const [u, g, m] = [user.fields, group.fields, grant.fields];
  const isGroupOf = (alias: string, field: string) =>
    // guard scope as sql<boolean>`${sql.ref(`${alias}.${field}`)} = ${sql.ref(`u.${u.group}`)}`: tests/server/app/account.test.ts
    sql<boolean>`${sql.ref(`${alias}.SHOP_ID`)} = u."SHOP_ID" and ${sql.ref(`${alias}.${field}`)} = ${sql.ref(`u.${u.group}`)}`;
  const grantsOf = (from: Pick<Db, "selectFrom">) =>
    from
      .selectFrom(`${table(grant.entity)} as m`)
      .select([`m.${m.module} as MdlId`, `m.${m.functions} as Funcs`])
      .where(isGroupOf("m", m.group));
  return db
    .selectFrom(`${table(user.entity)} as u`)
    .innerJoin(`${table("Shop")} as s`, "s.SHOP_ID", "u.SHOP_ID")
    .leftJoin(`${table(group.entity)} as g`, (join) => join.on(isGroupOf("g", g.group)))
    .leftJoin(`${table("Provider")} as p`, (join) =>
      join
        // guard scope: tests/server/app/account.test.ts
        .onRef("p.SHOP_ID", "=", "u.SHOP_ID")
        .onRef("p.provid", "=", `u.${u.supplier}`),
    )
    .select([`u.${u.account} as USER_ID`, "u.UsrName", `u.${u.kind} as UserKind`, "u.SHOP_ID", `u.${u.supplier} as PROV_ID`])
    .select([`u.${u.confirm} as isconfirm`, `u.${u.switch} as userStatu`, `u.${u.group} as GroupId`])
    .select(["s.ShopName", "s.ShopKind", "s.contractend", "s.statu as shopStatu"])
    .select([`g.${g.everything} as allModules`, `g.${g.switch} as groupStatu`])
    .select(["p.Provider", "p.company_providerDisplayName", "p.statu as providerStatu"])
    .select((from) => jsonArrayFrom(grantsOf(from)).as("grants"))
    .$castTo<Account>();
}

/** What an account's shop has set of what is read with every session: a column of the statement that reads the account. */
export function settingsOf({ entities }: Registry) {
  const { table } = entities.ConfigItem ?? missing("ConfigItem");
  return sql<Account["settings"]>`(
    select jsonb_object_agg(c."ConfigKey", c."ConfigValue") from ${sql.id(table)} c
    where c."SHOP_ID" = u."SHOP_ID" and c."ConfigKey" in (${sql.join(sessionKeys({ entities }))})
      and c.statu = 1 and c."ConfigValue" <> '')`.as("settings");
}

/** Whether the account may be used now. */
export function isUsable(account: Account): boolean {
  return faultsOf(account).length === 0;
}

/** The account's group, named so that no two shops share a name. */
export function groupOf({ SHOP_ID, GroupId }: Pick<Account, "SHOP_ID" | "GroupId">): string {
  return `${SHOP_ID}/${GroupId ?? ""}`;
}

/** Whether what has this `statu` (user, group, shop, supplier) is stopped. */
export const isOff = (statu: unknown): boolean => Number(statu) !== 1;

/**
 * What keeps the account from being used: what is stopped, or a kind of user that contradicts the supplier it names, as a lost PROV_ID
 * must not make a supplier a shop user (docs/decisions/13).
 */
function faultsOf(account: Account): SignInFault[] {
  const { UserKind, PROV_ID, userStatu, shopStatu, groupStatu, providerStatu } = account;
  const hasSupplier = PROV_ID !== null && PROV_ID.trim() !== "";
  // guard key as hasSupplier || (SHOP_KINDS.has(UserKind) && (PROV_ID ?? "") === ""): tests/server/app/sign-in.test.ts
  // guard key as hasSupplier ? SUPPLIER_KINDS.has(UserKind) : (PROV_ID ?? "") === "": tests/server/app/sign-in.test.ts
  // guard key as hasSupplier ? SUPPLIER_KINDS.has(UserKind) : SHOP_KINDS.has(UserKind): tests/server/app/sign-in.test.ts
  const agrees = hasSupplier ? SUPPLIER_KINDS.has(UserKind) : SHOP_KINDS.has(UserKind) && (PROV_ID ?? "") === "";
  const found: Readonly<Record<SignInFault, boolean>> = {
    // guard key as false: tests/server/app/sign-in.test.ts
    user: isOff(userStatu),
    // guard key as false: tests/server/app/session-end.test.ts
    shop: isOff(shopStatu),
    // guard key as false: tests/server/app/sign-in.test.ts
    group: groupStatu !== null && isOff(groupStatu),
    // guard key as false: tests/server/app/sign-in.test.ts
    supplier: providerStatu !== null && isOff(providerStatu),
    // guard key as false: tests/server/app/sign-in.test.ts
    kind: !agrees,
  };
  return SIGN_IN_FAULTS.filter((fault) => found[fault]);
}

/** Who the account is, for every decision of the server. */
export function viewerOf(account: Account, registry: Registry): Viewer {
  const provId = account.PROV_ID ?? "";
  const side = provId === "" ? "shop" : "supplier";
  const isMall = account.UserKind === "mall" && account.ShopKind === "mall";
  const { modules } = profileOf(registry, account.SHOP_ID);
  return {
    userId: account.USER_ID,
    userName: account.UsrName,
    shopId: account.SHOP_ID,
    shopName: account.ShopName,
    provId,
    provName: account.Provider ?? "",
    side,
    isMall,
    isConfirm: account.isconfirm === true,
    hasAll: account.allModules === true,
    rights: rightsOf(modules, audienceOf({ side, isMall }), account),
    settings: account.settings ?? undefined,
  };
}

/** Whose rights are explained, and what keeps him from signing in at all; `groupName`: what his group is called. */
export function askedOf(account: Account, groupName: string, registry: Registry, now: Date): Asked {
  const { side, isMall, rights } = viewerOf(account, registry);
  const profile = profileOf(registry, account.SHOP_ID);
  const contract = { end: account.contractend, isOver: contractState(account.contractend, now).isout === 0 };
  return {
    role: { side, isMall, rights, profile, contract },
    profileName: profile.name,
    group: { name: groupName, isAll: account.allModules },
    faults: faultsOf(account),
  };
}

/** Who the account is, as its client is told. */
export function userOf(account: Account, viewer: Viewer, { modules }: Registry, now: Date): SessionUser {
  return {
    USER_ID: viewer.userId,
    UsrName: viewer.userName,
    SHOP_ID: viewer.shopId,
    ShopName: viewer.shopName,
    PROV_ID: viewer.provId,
    SupplierName: viewer.provName,
    company_providerDisplayName: account.company_providerDisplayName ?? "",
    isconfirm: viewer.isConfirm,
    ...contractState(account.contractend, now),
    CurMdl: [...viewer.rights]
      .filter(([id]) => modules[id]?.entry.of === null)
      .map(([MdlId, functions]) => ({ MdlId, Funcs: [...functions].join(",") })),
  };
}

function missing(entity: string): never {
  throw new Error(`the registry has no entity ${entity}: nobody can sign in`);
}
