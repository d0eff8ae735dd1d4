/*
 * Long on purpose: the world of the walk, its steps and its judgement are read together; the oracle is a file of its own.
 */
import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import type { Registry } from "../../../src/shared/registry/model.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { randomOf } from "../money/fixtures/random.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { carryingEntities, type Effective, effectiveRights, growths, type PageFile, pagesOfFiles } from "./fixtures/rights-oracle.ts";
import { fillWorld, MALL, SHOP } from "./fixtures/world.ts";

/** Several walks, 20,000 steps together in the long run: one that fails tells its seed, and can be walked again alone. */
const WALKS = IS_LONG ? [1, 2, 3, 4, 5, 6, 7, 8] : [7];
const STEPS = IS_LONG ? 2500 : 300;
/** So often the system itself mixes everything anew: a walk that has stopped everybody goes nowhere. */
const MIXED_EVERY = 40;

/** Besides what carries rights: what their pages name, and settings. */
const NEIGHBOURS = ["ConfigItem", "AuditRule", "Registration", "Shop", "Provider"];
/** Buttons that open something, and do nothing by themselves. */
const OPENING = ["create", "edit", "delete", "grant", "change"];
const ADMINISTER = "query,export,add,edit,del,stop,resetpwd,grant";

type Group = readonly [id: string, kind: string, all: boolean, grants: Readonly<Record<number, string>>];
const RETAIL: readonly Group[] = [
  ["admin", "retail", true, {}],
  ["helpers", "retail", false, { 801: ADMINISTER, 803: ADMINISTER, 805: ADMINISTER, 806: ADMINISTER, 8901: "query,print" }],
  ["editors", "retail", false, { 801: "query,edit", 117: "query,add,edit,del", 119: "query,add,edit,del,stop" }],
  ["granters", "retail", false, { 803: "query,grant", 806: "query,grant", 510: "query,confirm,export", 8901: "query,audit" }],
  ["reviewers", "retail", false, { 103: "query,audit,reject", 104: "query,edit,stop,disable", 808: ADMINISTER, 809: ADMINISTER }],
  ["spare", "retail", false, {}],
];
const SUPPLIERS: readonly Group[] = [
  ["sall", "supplier", true, {}],
  ["sheads", "supplier", false, { 805: ADMINISTER, 8901: "query,provconfirm", 510: "query,export" }],
  ["sclerks", "supplier", false, { 805: "query,edit", 8901: "query" }],
  ["bidders", "bidder", false, { 601: "query,quote", 805: "query,edit" }],
];
const MALLS: readonly Group[] = [
  ["admin", "mall", true, {}],
  ["mhelpers", "mall", false, { 802: ADMINISTER, 804: ADMINISTER, 102: "query,edit,stop", 8901: "query" }],
];

const IN_WORLD: readonly Group[] = [
  ["clerk", "retail", false, { 8901: "query,audit" }],
  ["supplier", "supplier", false, { 8901: "query,print,provconfirm", 510: "query,export" }],
];

/** Twelve users of both sides. */
const ACTORS: readonly (readonly [name: string, shop: string, kind: string, group: string, supplier: string | null])[] = [
  ["w1", SHOP, "retail", "admin", null],
  ["w2", SHOP, "retail", "helpers", null],
  ["w3", SHOP, "retail", "editors", null],
  ["w4", SHOP, "retail", "granters", null],
  ["w5", SHOP, "retail", "reviewers", null],
  ["w6", SHOP, "retail", "spare", null],
  ["w7", SHOP, "supplier", "sall", "102001"],
  ["w8", SHOP, "supplier", "sclerks", "102001"],
  ["w9", SHOP, "supplier", "sheads", "102002"],
  ["w10", SHOP, "bidder", "bidders", "102901"],
  ["w11", MALL, "mall", "admin", null],
  ["w12", MALL, "mall", "mhelpers", null],
];

/** Users who only have things done to them. */
const OTHERS: typeof ACTORS = [
  ...["spare", "spare", "editors", "granters"].map((group, n) => [`x${n}`, SHOP, "retail", group, null] as const),
  ...["sclerks", "sclerks", "sheads"].map((group, n) => [`y${n}`, SHOP, "supplier", group, n === 0 ? "102001" : "102002"] as const),
  ["z0", SHOP, "bidder", "bidders", "102901"],
  ["z1", MALL, "mall", "mhelpers", null],
];

const fill = async (database: Database, registry: Registry) => {
  await fillWorld(database, registry);
  const { kysely } = database;
  const put = (shop: string, name: string, rows: readonly Row[]) => sqlStore(kysely, shop).insert(entityOf(registry, name), rows);
  for (const [shop, groups] of [
    [SHOP, [...RETAIL.slice(1), ...SUPPLIERS]],
    [MALL, MALLS.slice(1)],
  ] as const) {
    await put(
      shop,
      "UserGroup",
      groups.map(([GroupId, UserKind, allModules]) => ({ GroupId, GroupName: GroupId, UserKind, allModules, statu: 1 })),
    );
    // What the small world's groups hold there means nothing for their side in part: to drop that takes no right from anybody.
    const grants = entityOf(registry, "GroupModule");
    for (const [GroupId, , , held] of IN_WORLD) {
      await sqlStore(kysely, shop).remove(grants, { GroupId });
      if (shop === SHOP) await put(shop, "GroupModule", grantRows([[GroupId, "", false, held]]));
    }
    await put(shop, "GroupModule", grantRows(groups));
  }
  for (const [USER_ID, shop, UserKind, GroupId, PROV_ID] of [...ACTORS, ...OTHERS])
    await put(shop, "User", [{ USER_ID, UsrName: USER_ID, UserKind, GroupId, PROV_ID, statu: 1 }]);
  const { hash } = await kysely.selectFrom("_credential").select("hash").executeTakeFirstOrThrow();
  await kysely
    .insertInto("_credential")
    .values(ACTORS.map(([USER_ID]) => ({ USER_ID, hash: String(hash) })))
    .execute();
};
fill.template = "rights_walk";

const grantRows = (groups: readonly Group[]): Row[] =>
  groups.flatMap(([GroupId, , , grants]) => Object.entries(grants).map(([id, Funcs]) => ({ GroupId, MdlId: Number(id), Funcs })));

function entityOf({ entities }: Registry, name: string) {
  const entity = entities[name];
  if (!entity) throw new Error(`no entity ${name}`);
  return entity;
}

// Whoever calls whatever touches users, groups, grants and settings: nobody's rights grow, or shrink, but by who holds what changes.
describeEngine("a random walk over everything that touches rights", (open) => {
  let portal: Portal;
  let pages: readonly PageFile[];
  let touching: readonly PageFile[];
  let carried: readonly string[];
  let hash: string;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    portal = await openPortal({ open, fill });
    pages = pagesOfFiles();
    carried = carryingEntities();
    const names = [...carried, ...NEIGHBOURS];
    touching = pages.filter(({ entity }) => names.includes(entity));
    const found = await portal.database.kysely
      .selectFrom("_credential")
      .select("hash")
      .where("USER_ID", "=", "w1")
      .executeTakeFirstOrThrow();
    hash = String(found.hash);
  });

  it.each(WALKS)(`gives nobody more than somebody held who gave it (walk %i, ${STEPS} steps)`, async (seed) => {
    const random = randomOf(seed);
    const done = new Map<string, number>();
    let before = await effectiveRights(portal.database.kysely);
    let changes = 0;
    for (let step = 0; step < STEPS; step++) {
      if (step % MIXED_EVERY === 0) {
        await mix(random, step);
        before = await effectiveRights(portal.database.kysely);
      }
      const able = ACTORS.filter(([name]) => (before.get(name)?.rights.size ?? 0) > 0);
      const [actor] = pick(random, able.length > 0 ? able : ACTORS);
      const call = await takeStep(random, actor, before);
      if (call === null) continue;
      // Somebody has ended his session: he signs in again with his next step.
      if (call.answer.Code === 401) tokens.delete(actor);
      const after = await effectiveRights(portal.database.kysely);
      expect(growths(pages, actor, before, after), `step ${step}: ${actor} ${call.what} (${call.answer.Msg})`).toEqual([]);
      // That suppliers do not manage users at all a shop says by what their group holds; no other step takes the last who does.
      const left = tenantsOf(after);
      const lost = tenantsOf(before).filter((tenant) => !left.includes(tenant) && !(call.kind === "grant" && isSupplier(tenant)));
      expect(lost, `step ${step}: ${actor} ${call.what} left nobody who manages users`).toEqual([]);
      const kind = `${call.kind} ${call.answer.Code}`;
      done.set(kind, (done.get(kind) ?? 0) + 1);
      if (!isSame(before, after)) changes += 1;
      before = after;
    }
    // A walk that changes nothing, or is never refused, proves nothing.
    const count = (kind: string) => done.get(kind) ?? 0;
    const told = [...done].map(([kind, times]) => `${kind}: ${times}`).join(", ");
    expect(changes, told).toBeGreaterThan(STEPS / 100);
    for (const kind of ["save", "action", "grant"])
      expect(
        [count(`${kind} 200`), count(`${kind} 403`)].map((times) => times > 0),
        `${kind}: ${told}`,
      ).toEqual([true, true]);
    if (IS_LONG) process.stdout.write(`rights walk ${seed}: ${told}, changes of rights: ${changes}\n`);
  });

  /** Whoever manages users, by shop and supplier, as the tables say it. */
  function tenantsOf(rights: ReadonlyMap<string, Effective>): string[] {
    const manage = touching.filter(({ entity }) => entity === "User").map(({ id }) => `${id}.edit`);
    const managers = [...rights.values()].filter((user) => user.rights.has("*") || manage.some((one) => user.rights.has(one)));
    return [...new Set(managers.map(({ shop, supplier }) => `${shop} ${supplier}`))];
  }

  const isSupplier = (tenant: string) => !tenant.endsWith(" ");

  function isSame(a: ReadonlyMap<string, Effective>, b: ReadonlyMap<string, Effective>): boolean {
    const told = (rights: ReadonlyMap<string, Effective>) =>
      [...rights].map(([name, user]) => `${name} ${[...user.rights].sort()}`).join("\n");
    return told(a) === told(b);
  }

  /** The system puts everybody somewhere, on or off, and gives groups back what they had. */
  async function mix(random: (below: number) => number, step: number): Promise<void> {
    for (const [shop, groups] of [
      [SHOP, [...RETAIL, ...SUPPLIERS]],
      [MALL, MALLS],
    ] as const) {
      const store = sqlStore(portal.database.kysely, shop);
      const [users, group, grants] = ["User", "UserGroup", "GroupModule"].map((name) => entityOf(portal.registry, name));
      if (!users || !group || !grants) throw new Error("no entities");
      for (const [GroupId, , allModules] of groups) {
        await store.remove(grants, { GroupId });
        await store.update(group, { GroupId }, { allModules, statu: random(12) === 0 ? 0 : 1 });
      }
      await store.insert(grants, grantRows(groups));
      // Whoever came with the walk goes: it stays as quick as it began.
      await portal.database.kysely.deleteFrom(users.table).where("SHOP_ID", "=", shop).where("USER_ID", "like", "new%").execute();
      await portal.database.kysely
        .deleteFrom(group.table)
        .where("SHOP_ID", "=", shop)
        .where("GroupId", "like", "g%")
        .where("GroupName", "=", "组")
        .execute();
      for (const [USER_ID, home, kind, own] of [...ACTORS, ...OTHERS].filter(([, of]) => of === shop)) {
        const fitting = groups.filter(([, of]) => of === kind);
        const GroupId = USER_ID === "w1" || step === 0 ? own : pick(random, fitting)[0];
        await store.update(
          users,
          { USER_ID },
          { GroupId, statu: USER_ID === "w1" || (home === shop && random(6) > 0) ? 1 : 0, isconfirm: random(3) === 0 },
        );
      }
      await store.update(group, { GroupId: "admin" }, { statu: 1 });
    }
  }

  interface Step {
    readonly kind: string;
    readonly what: string;
    readonly answer: Answer;
  }

  async function takeStep(random: (below: number) => number, actor: string, rights: ReadonlyMap<string, Effective>): Promise<Step | null> {
    const token = await tokenOf(actor);
    if (token === null) return null;
    const held = [...(rights.get(actor)?.rights ?? [])];
    const own = touching.filter(({ id }) => held.includes("*") || held.some((right) => right.startsWith(`${id}.`)));
    // Mostly on pages that he has: what he has not he is refused at the door.
    const some = own.length > 0 && random(10) > 0 ? own : touching;
    const carrying = some.filter(({ entity }) => carried.includes(entity));
    const page = pick(random, carrying.length > 0 && random(4) > 0 ? carrying : some);
    const path = `Module/${page.id}`;
    const row = await rowFor(random, page, rights.get(actor)?.shop ?? "");
    const at = { id: String(row.Id), rowver: String(row.rowver ?? 1) };
    const tell = async (kind: string, address: string, params: Readonly<Record<string, string>>): Promise<Step> => ({
      kind,
      what: `${address} ${JSON.stringify(params)}`,
      answer: await call(portal, token, address, params),
    });
    const isGroup = page.entity === "UserGroup" && random(3) > 0;
    if (isGroup) return tell("grant", `${path}/Grant`, { ...at, ...grantsOf(random, rights) });
    const kind = random(10);
    if (kind < 4) {
      const isNew = random(4) === 0;
      const fields = fieldsFor(random, page, isNew, (rights.get(actor)?.supplier ?? "") !== "");
      return tell("save", `${path}/Save`, { ...(isNew ? {} : at), ...fields });
    }
    if (kind < 8) {
      const pressed = page.actions.filter((action) => !OPENING.includes(action));
      const action = pick(random, pressed.length > 0 ? pressed : ["enable"]);
      return tell("action", `${path}/Action`, { action, ids: at.id, reason: "walk" });
    }
    if (kind === 8) return tell("delete", `${path}/Delete`, { ids: at.id });
    return tell("options", `${path}/Options`, { field: "GroupId", search: "" });
  }

  /** Mostly a row that the page may show, of the actor's own shop; now and then any. With its version, as whoever looked at it knows it. */
  async function rowFor(random: (below: number) => number, { entity, kind }: PageFile, shop: string): Promise<Record<string, unknown>> {
    const { table } = entityOf(portal.registry, entity);
    const all = await portal.database.kysely.selectFrom(table).selectAll().orderBy("Id").execute();
    const fitting = all.filter((row) => row.SHOP_ID === shop && (kind === null || row.UserKind === kind));
    const some = random(10) > 0 && fitting.length > 0 ? fitting : all;
    return some.length > 0 ? pick(random, some) : { Id: 1 };
  }

  /** A form as somebody could fill it in, now and then with what it does not ask for. */
  function fieldsFor(random: (below: number) => number, page: PageFile, isNew: boolean, isSupplier: boolean): Record<string, string> {
    const { entity, kind } = page;
    const strange: Record<string, string> = random(12) === 0 ? { UserKind: "retail", statu: "1", allModules: "true" } : {};
    const groups = [...RETAIL, ...SUPPLIERS, ...MALLS];
    const fitting = random(10) > 0 ? groups.filter((group) => group[1] === kind) : groups;
    const GroupId = pick(random, fitting.length > 0 ? fitting : groups)[0];
    const some = (fields: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(fields).filter(() => isNew || random(2) > 0));
    if (entity === "User") {
      const named = isNew ? { USER_ID: `new${random(200)}` } : {};
      const placed = isNew && !isSupplier && kind !== "retail" && kind !== "mall" ? { PROV_ID: pick(random, ["102001", "102002"]) } : {};
      return { ...named, ...placed, ...some({ UsrName: "新", GroupId }), ...strange };
    }
    if (entity === "UserGroup") {
      const named = isNew ? { GroupId: `g${random(50)}` } : {};
      return { ...named, ...some({ GroupName: "组", statu: pick(random, ["0", "1"]) }), ...strange };
    }
    return { ...some({ Remark: "walk", GroupId, ConfigValue: "1" }), ...strange };
  }

  function grantsOf(random: (below: number) => number, rights: ReadonlyMap<string, Effective>): Record<string, string> {
    if (random(8) === 0) return { all: "true" };
    // What somebody holds, a little less or more.
    const model = pick(random, [...rights.values()]);
    const grants = new Map<string, string[]>();
    for (const right of model.rights) {
      const [module = "", key = ""] = right.split(".");
      if (key !== "" && random(5) > 0) grants.set(module, [...(grants.get(module) ?? []), key]);
    }
    if (random(2) === 0)
      grants.set(pick(random, ["801", "510", "8901", "805"]), ["query", pick(random, ["edit", "confirm", "export", "query"])]);
    return { grants: JSON.stringify(Object.fromEntries(grants)) };
  }

  /** Signed in; null while he cannot be. A password that somebody reset is the known one again, as if he had chosen it. */
  async function tokenOf(actor: string): Promise<string | null> {
    const known = tokens.get(actor);
    if (known !== undefined) return known;
    const { kysely } = portal.database;
    await kysely.updateTable("_credential").set({ hash, given: null }).where("USER_ID", "=", actor).execute();
    await kysely.deleteFrom("_sign_in_failure").execute();
    const token = await signIn(portal, actor).catch(() => null);
    if (token === null) tokens.delete(actor);
    else tokens.set(actor, token);
    return token;
  }
});

function pick<T>(random: (below: number) => number, all: readonly T[]): T {
  const one = all[random(all.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}
