/*
 * Long on purpose: the one place where writing rights is judged (docs/decisions/81): what is read before and after, and what of it may differ.
 */
import { sql } from "kysely";
import type { Row } from "../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Entity, Registry } from "../../shared/registry/model.ts";
import { audienceOf, fits } from "../../shared/registry/rights/audience.ts";
import { type Carriers, carriersOf } from "../../shared/registry/rights/carriers.ts";
import { pairsHeld } from "../../shared/registry/rights/duties.ts";
import { type Beyond, changedRights, firstBeyond, isSameStanding, type Standing } from "../../shared/registry/rights/giving.ts";
import { profileOf, type Viewer, withOwnRights } from "../base/viewer.ts";
import { type KnownUser, type Rights, readGroups, readRights } from "./duties/read-rights.ts";
import { type RowStore, type Store, typedStore } from "./store/store.ts";

/** Any number will do; with the shop: one change of rights after the other, so that two do not take each other's last administrator. */
const LOCK = 7_350_004;
const OWN = "不能变更自己的权限，请由其他管理员办理";
const LAST = "至少要保留一个能管理用户的启用账号";
/** The key that saving on a page of users asks for. */
const EDIT = "edit";

/** A store that watches what is written of rights, and the judgement at the end of the work. */
export interface GuardedStore {
  readonly store: Store;
  /**
   * To be called when everything is written, before the transaction ends. Throws an ApiError: 403 where the user gave or took what he does
   * not hold, or changed his own rights; 422 where nobody would be left who manages users.
   */
  judge(): Promise<void>;
}

const guards = new WeakMap<object, RightsGuard>();

/**
 * The store of a user's work: no write gives anybody more than this user holds, whatever it is written by (docs/decisions/81). `entity` is
 * the one whose rows the work is about: where it carries rights, the work waits here for others that change rights, before it locks a row.
 */
export async function guardRights(store: Store, registry: Registry, viewer: Viewer, entity?: string): Promise<GuardedStore> {
  const carriers = carriersOf(registry.entities);
  if (carriers === null) return { store, judge: async () => undefined };
  const guard = new RightsGuard(store, registry, viewer, carriers);
  if (Object.values(carriers).some((carrier) => carrier.entity === entity)) await guard.begin();
  const watched = guard.watched();
  guards.set(watched, guard);
  return { store: watched, judge: () => guard.judge() };
}

/**
 * Says that this account is a newcomer's: the first of a supplier nobody had an account for, with what the shop's files give newcomers
 * and not what the one who lets him in holds. It holds for an account of the supplier's side that this work makes, and for no other.
 */
export function admitNewcomer(store: Store, account: string): void {
  guards.get(store)?.admit(account);
}

/** Names of the groups into which the viewer may put a user: what a form offers, so that nobody is led to a refusal. */
export async function givableGroups(store: Store, registry: Registry, viewer: Viewer): Promise<ReadonlySet<string>> {
  const carriers = carriersOf(registry.entities);
  return carriers === null ? new Set() : new RightsGuard(store, registry, viewer, carriers).givable();
}

/** Whether the field of this entity says which group a user is in. */
export function isGroupOfUser({ entities }: Registry, entity: string, field: string): boolean {
  const user = carriersOf(entities)?.user;
  return user?.entity === entity && user.fields.group === field;
}

/**
 * Says that this user's account was opened to somebody else, by a password that he knows or by taking away what else was asked for: whoever
 * did it may come to do what the user may.
 */
export async function noteOpenedAccount(store: Store, account: string): Promise<void> {
  await guards.get(store)?.take(account);
}

class RightsGuard {
  readonly #store: Store;
  readonly #registry: Registry;
  readonly #viewer: Viewer;
  readonly #carriers: Carriers;
  #before: Rights | null = null;
  /** Users whose account was opened to others, by Id where it was seen in their row, by name where it was told. */
  readonly #taken = new Set<number | string>();
  readonly #newcomers = new Set<string>();

  constructor(store: Store, registry: Registry, viewer: Viewer, carriers: Carriers) {
    this.#store = store;
    this.#registry = registry;
    this.#viewer = viewer;
    this.#carriers = carriers;
  }

  admit(account: string): void {
    this.#newcomers.add(account);
  }

  async take(account: string): Promise<void> {
    await this.begin();
    this.#taken.add(account);
  }

  /** Waits for other changes of rights in this shop and notes who may do what. */
  async begin(): Promise<void> {
    if (this.#before !== null) return;
    const { trx, shopId } = this.#store;
    if (trx !== null) await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${shopId}))`.execute(trx);
    this.#before = await readRights(this.#store, this.#registry, this.#carriers);
  }

  /** The store, with an eye on every write to a field that carries rights. */
  watched(): Store {
    const store: RowStore = this.#store;
    const written = async (entity: Entity, fields: readonly string[] | null) => {
      if (this.#touches(entity, fields)) await this.begin();
    };
    return typedStore({
      ...store,
      insert: async (entity, rows) => {
        if (rows.length > 0) await written(entity, null);
        return store.insert(entity, rows);
      },
      insertLater: async (entity, rows) => {
        if (rows.length > 0) await written(entity, null);
        return store.insertLater(entity, rows);
      },
      updateGuarded: async (entity, expected, patch) => {
        await written(entity, Object.keys(patch));
        await this.#noteTaken(entity, { Id: expected.id }, patch);
        return store.updateGuarded(entity, expected, patch);
      },
      update: async (entity, match, patch) => {
        await written(entity, Object.keys(patch));
        await this.#noteTaken(entity, match, patch);
        return store.update(entity, match, patch);
      },
      updateIn: async (entity, field, values, match, patch) => {
        await written(entity, Object.keys(patch));
        for (const value of values) await this.#noteTaken(entity, { ...match, [field]: value }, patch);
        return store.updateIn(entity, field, values, match, patch);
      },
      updateEach: async (entity, fields, rows) => {
        await written(entity, fields);
        for (const row of rows)
          await this.#noteTaken(entity, { Id: row.Id ?? null }, Object.fromEntries(fields.map((name) => [name, null])));
        return store.updateEach(entity, fields, rows);
      },
      remove: async (entity, match) => {
        await written(entity, null);
        return store.remove(entity, match);
      },
      removeIn: async (entity, field, values, match) => {
        await written(entity, null);
        return store.removeIn(entity, field, values, match);
      },
      upsertAdd: async (entity, entries) => {
        await written(entity, null);
        return store.upsertAdd(entity, entries);
      },
    });
  }

  async judge(): Promise<void> {
    const before = this.#before;
    if (before === null) return;
    const after = await readRights(this.#store, this.#registry, this.#carriers);
    const [own] = [...before.users].filter(([, user]) => user.account === this.#viewer.userId);
    // guard key as own === undefined: tests/server/app/rights-guard.test.ts
    if (own === undefined || !own[1].isOn) throw new ApiError(CODE.forbidden, this.#registry.messages.NOFUNC);
    const giver = { id: own[0], ...own[1] };
    // guard key: tests/server/app/rights-guard.test.ts
    this.#judgeGroups(giver, before, after);
    this.#judgeUsers(giver, before, after);
    this.#judgePairs(before, after);
    this.#judgeLast(before, after);
  }

  async givable(): Promise<ReadonlySet<string>> {
    const { groups } = await readGroups(this.#store, this.#registry, this.#carriers);
    const may = [...groups.values()].filter(({ standing }) => firstBeyond(this.#modules(), withOwnRights(this.#viewer), standing) === null);
    return new Set(may.map(({ name }) => name));
  }

  #judgeGroups(giver: Giver, before: Rights, after: Rights): void {
    for (const [was, is] of pairs(before.groups, after.groups)) {
      // Of a group that stays what it is only what differs counts: what it has beyond the giver's own stays untouched.
      const idle = [...(is?.idle ?? [])].find((each) => was?.idle.has(each) !== true);
      if (idle !== undefined) throw refused(`不能授予不存在的权限：${idle}`);
      const isSame = was && is && was.base === is.base;
      if (isSame && isSameStanding(was.standing, is.standing)) continue;
      const touched = isSame ? [changedRights(was.standing, is.standing)] : standings(was, is);
      for (const standing of touched) {
        const beyond = firstBeyond(this.#modules(), giver.standing, standing);
        if (beyond !== null) throw refused(`不能授予或收回自己没有的权限：${named(beyond, giver.standing)}`);
      }
    }
  }

  #judgeUsers(giver: Giver, before: Rights, after: Rights): void {
    for (const [was, is, id] of pairs(before.users, after.users)) {
      const isTouched = was?.carried !== is?.carried || was?.isOn !== is?.isOn;
      const isOther = was === undefined || is === undefined || !isSameStanding(was.standing, is.standing);
      // guard key: tests/server/app/rights-guard.test.ts
      if (id === giver.id && (isTouched || isOther)) throw refused(OWN);
      if (was === undefined && is !== undefined && this.#isNewcomer(is, before)) continue;
      // Nobody's rights grow by a way round; what his group gives him was judged with the group.
      const touched =
        isTouched || this.#taken.has(id) || this.#taken.has((is ?? was)?.account ?? "")
          ? standings(was, is)
          : isOther && was && is
            ? [changedRights(was.standing, is.standing)]
            : [];
      for (const standing of touched) {
        const beyond = firstBeyond(this.#modules(), giver.standing, standing);
        if (beyond !== null) {
          const user = (is ?? was)?.account ?? "";
          throw refused(`用户“${user}”的权限超出您自己的权限，不能办理：您没有${named(beyond, giver.standing)}`);
        }
      }
      const isForeign = [was, is].some((user) => user !== undefined && user.supplier !== giver.supplier);
      // guard scope: tests/server/app/rights-guard.test.ts
      if (touched.length > 0 && giver.standing.side === "supplier" && isForeign)
        throw new ApiError(CODE.forbidden, this.#registry.messages.NOFUNC);
    }
  }

  /** Nobody comes to hold both functions of a pair that is kept apart (docs/decisions/99). Whoever held both before keeps them, and is reported. */
  #judgePairs(before: Rights, after: Rights): void {
    const { duties } = profileOf(this.#registry, this.#store.shopId);
    const held = ({ side, rights }: Standing) => (side === "shop" ? pairsHeld(duties, this.#modules(), rights) : []);
    const refuseNew = (who: string, was: Standing | undefined, is: Standing | undefined) => {
      const had = new Set(was === undefined ? [] : held(was).map(({ name }) => name));
      const [pair] = (is === undefined ? [] : held(is)).filter(({ name }) => !had.has(name));
      // guard key: tests/server/money/duties.test.ts
      if (pair === undefined) return;
      const [a, b] = [pair.a, pair.b].map(({ module, key }) => `${module.entry.title}.${key}`);
      throw new ApiError(CODE.rule, `职责须分开（${pair.duty.title}）：${who}不能同时拥有${a}和${b}，请分给不同的人`);
    };
    for (const [was, is] of pairs(before.groups, after.groups)) refuseNew(`用户组“${is?.name ?? ""}”`, was?.standing, is?.standing);
    const inUse = (user: KnownUser | undefined) => (user?.isOn === true ? user.standing : undefined);
    for (const [was, is] of pairs(before.users, after.users)) refuseNew(`用户“${is?.account ?? ""}”`, inUse(was), inUse(is));
  }

  /**
   * Neither a shop nor a supplier loses the last one who manages its users: by a change of users, or of a group that is switched off. A shop
   * may decide that its suppliers do not manage users at all: that is said by what their group holds, and the shop manages them.
   */
  #judgeLast(before: Rights, after: Rights): void {
    const left = new Set([...after.users.values()].filter((user) => this.#manages(user)).map(tenantOf));
    for (const [was, is] of pairs(before.users, after.users)) {
      const isAsBefore = was?.carried === is?.carried && was?.isOn === is?.isOn;
      if (was === undefined || !this.#manages(was) || isAsBefore) continue;
      // guard key: tests/server/app/rights-guard.test.ts
      if (!left.has(tenantOf(was))) throw new ApiError(CODE.rule, LAST);
    }
  }

  #manages({ isOn, standing }: KnownUser): boolean {
    const users = this.#carriers.user.entity;
    const holds = (id: number) => standing.rights.get(id)?.has(EDIT) === true;
    return isOn && Object.values(this.#modules()).some(({ id, entity }) => entity === users && holds(id));
  }

  #isNewcomer(user: KnownUser, before: Rights): boolean {
    const isFirst = ![...before.users.values()].some(({ supplier }) => supplier === user.supplier);
    return isFirst && user.standing.side === "supplier" && this.#newcomers.has(user.account);
  }

  #modules() {
    return profileOf(this.#registry, this.#store.shopId).modules;
  }

  #touches(entity: Entity, fields: readonly string[] | null): boolean {
    const carrier = Object.values(this.#carriers).find((one) => one.entity === entity.name);
    if (carrier === undefined) return false;
    const carried: readonly string[] = Object.values(carrier.fields);
    return fields === null || fields.some((field) => carried.includes(field));
  }

  async #noteTaken(entity: Entity, match: Row, patch: object): Promise<void> {
    const { user } = this.#carriers;
    if (entity.name !== user.entity || !(user.fields.password in patch)) return;
    for (const { Id } of await (this.#store as RowStore).find(entity, match)) this.#taken.add(Number(Id));
  }
}

/** What is told of a right: its page and key where the giver's own side has the page, else no more than that there is one. */
function named(beyond: Beyond, giver: Standing): string {
  if (beyond.kind === "everything") return "全部模块";
  if (beyond.kind === "confirm") return "确认方";
  if (beyond.kind === "side" || !fits(beyond.module.audience, audienceOf(giver))) return "其他用户类型的权限";
  return `${beyond.module.entry.title}.${beyond.key}`;
}

type Giver = KnownUser & { readonly id: number };

const tenantOf = ({ standing, supplier }: KnownUser): string => (standing.side === "supplier" ? supplier : "");

const refused = (message: string) => new ApiError(CODE.forbidden, message);

/** What is touched as a whole: as it was, and as it is. */
function standings(...sides: readonly ({ readonly standing: Standing } | undefined)[]): Standing[] {
  return sides.flatMap((side) => (side === undefined ? [] : [side.standing]));
}

/** Every row of before and after, with what stands beside it. */
function pairs<T>(before: ReadonlyMap<number, T>, after: ReadonlyMap<number, T>): [T | undefined, T | undefined, number][] {
  return [...new Set([...before.keys(), ...after.keys()])].map((id) => [before.get(id), after.get(id), id]);
}
