import type { Cell, Row } from "../../../shared/domain/cell.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { audienceOf } from "../../../shared/registry/rights/audience.ts";
import type { Carriers } from "../../../shared/registry/rights/carriers.ts";
import type { Standing } from "../../../shared/registry/rights/giving.ts";
import { functionKeys, moduleOfGrant, rightsOf, type StoredRights, sideOf } from "../../../shared/registry/rights/held.ts";
import { MARKET } from "../../base/technical.ts";
import { profileOf } from "../../base/viewer.ts";
import type { RowStore, Store } from "../store/store.ts";
import { entityOf } from "../values/names.ts";

/** A user as far as rights go. */
export interface KnownUser {
  readonly account: string;
  /** What people call him. */
  readonly name: string;
  readonly group: string;
  readonly supplier: string;
  /** He and his group are switched on. */
  readonly isOn: boolean;
  /** Everything of the row that carries rights, but for the password. */
  readonly carried: string;
  readonly standing: Standing;
}

export interface KnownGroup {
  readonly name: string;
  /** Stored functions that mean nothing today: a page that comes later must not find them there. */
  readonly idle: ReadonlySet<string>;
  /** What cannot change without touching everything its users may do. */
  readonly base: string;
  readonly standing: Standing;
}

/** Who may do what in one shop at one moment. Users and groups by their Id. */
export interface Rights {
  readonly users: ReadonlyMap<number, KnownUser>;
  readonly groups: ReadonlyMap<number, KnownGroup>;
}

/** Every user and group of the store's shop as stored now, and what each may do. */
export async function readRights(store: Store, registry: Registry, carriers: Carriers): Promise<Rights> {
  const { entity, fields } = carriers.user;
  const { groups, off, standingOf } = await readGroups(store, registry, carriers);
  const users = new Map<number, KnownUser>();
  const { password: _password, ...carried } = fields;
  const label = entityOf(registry, entity).label ?? fields.account;
  for (const row of await rowsOf(store, registry, entity)) {
    const group = text(row[fields.group]);
    users.set(Number(row.Id), {
      account: text(row[fields.account]),
      name: text(row[label]),
      group,
      supplier: text(row[fields.supplier]),
      isOn: Number(row[fields.switch]) === 1 && !off.has(group),
      carried: JSON.stringify(Object.values(carried).map((field) => text(row[field]))),
      standing: standingOf(group, text(row[fields.kind]), row[fields.confirm] === true),
    });
  }
  return { users, groups };
}

/** Every group of the shop, the names of those that are off, and what users of a group and a kind may do. */
export async function readGroups(store: Store, registry: Registry, { group, grant }: Carriers) {
  const [shop] = await rowsOf(store, registry, MARKET.entity, { SHOP_ID: store.shopId });
  const grants = new Map<string, StoredRights["grants"][number][]>();
  for (const row of await rowsOf(store, registry, grant.entity)) {
    const id = text(row[grant.fields.group]);
    const held = { MdlId: Number(row[grant.fields.module]), Funcs: text(row[grant.fields.functions]) };
    grants.set(id, [...(grants.get(id) ?? []), held]);
  }
  const modules = profileOf(registry, store.shopId).modules;
  const rows = await rowsOf(store, registry, group.entity);
  const all = new Map(rows.map((row) => [text(row[group.fields.group]), row[group.fields.everything] === true]));
  const standingOf = standings(modules, grants, all, text(shop?.ShopKind));
  const off = new Set(rows.filter((row) => Number(row[group.fields.switch]) !== 1).map((row) => text(row[group.fields.group])));
  const groups = new Map<number, KnownGroup>();
  for (const row of rows) {
    const name = text(row[group.fields.group]);
    const kind = text(row[group.fields.kind]);
    const base = JSON.stringify([name, kind, text(row[group.fields.switch])]);
    const standing = standingOf(name, kind, false);
    groups.set(Number(row.Id), { name, idle: idleIn(modules, grants.get(name) ?? [], standing), base, standing });
  }
  return { groups, off, standingOf };
}

type Modules = Registry["modules"];

function rowsOf(store: Store, registry: Registry, entity: string, match: Row = {}): Promise<readonly Row[]> {
  return (store as RowStore).find(entityOf(registry, entity), match);
}

function idleIn(modules: Modules, grants: StoredRights["grants"], { rights }: Standing): ReadonlySet<string> {
  const isIdle = (id: number, key: string) => rights.get(moduleOfGrant(modules, id)?.id ?? id)?.has(key) !== true;
  return new Set(
    grants.flatMap(({ MdlId, Funcs }) =>
      [...functionKeys(Funcs ?? "")].filter((key) => isIdle(MdlId, key)).map((key) => `${MdlId}.${key}`),
    ),
  );
}

/** What the users of a group may do, worked out once for each kind of user. */
function standings(
  modules: Modules,
  grants: ReadonlyMap<string, StoredRights["grants"]>,
  all: ReadonlyMap<string, boolean>,
  shopKind: string,
) {
  const made = new Map<string, Standing>();
  return (group: string, kind: string, isConfirm: boolean): Standing => {
    const key = JSON.stringify([group, kind]);
    const side = sideOf(kind, shopKind);
    const stored = { allModules: all.get(group) === true, grants: grants.get(group) ?? [] };
    const known = made.get(key) ?? {
      ...side,
      rights: rightsOf(modules, audienceOf(side), stored),
      hasAll: stored.allModules,
      isConfirm: false,
    };
    made.set(key, known);
    return isConfirm ? { ...known, isConfirm } : known;
  };
}

const text = (cell: Cell | undefined): string => (cell === null || cell === undefined ? "" : String(cell));
