import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { DEGREE } from "../../../src/server/base/technical.ts";
import { profileOf } from "../../../src/server/base/viewer.ts";
import { PROGRAM } from "../../../src/server/features.ts";
import type { Route } from "../../../src/server/http/route.ts";
import { apiRoutes } from "../../../src/server/http/route-table.ts";
import { loadRegistry } from "../../../src/server/registry/load-registry.ts";
import { ALL_ROWS, type PageResult } from "../../../src/shared/protocol/list.ts";
import type { Module, Profile, Registry } from "../../../src/shared/registry/model.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { fillOnce, madeUsers } from "../any-registry/fixtures/made-rows.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { takingBack } from "../db/fixtures/taken-back.ts";
import { describeEnginesInLong, type Open } from "../db/fixtures/test-database.ts";
import { registry as shipped } from "../flows/fixtures/real-registry.ts";
import { type Actor, heldOn, type Verdict, verdictIn, verdictOf } from "./privilege-oracle.ts";
import { type Question, questionsOf } from "./questions.ts";
import { quietFeatures } from "./quiet-features.ts";
import { type Looker, reasonAgainst, type Stored, storedRows } from "./rows-of-others.ts";

/*
 * The privilege matrix: every call on every page, by everybody there can be (nobody, a session that is over, each side of each shop, a
 * group less one function, a group without anything, a shop whose contract is over), about rows of the caller's own, of others and about
 * none that is there. What must be answered is worked out by an oracle of its own (privilege-oracle.ts), and a row of somebody else is
 * answered like a missing one, to the byte. Long on purpose: the world, who asks in it, and the three ways round the matrix.
 */

const LIBRARY = fileURLToPath(new URL("../../fixtures/registry-library", import.meta.url));
const MISSING = "987654321";
const HOLDER = "全权者";

const REGISTRIES: readonly (readonly [string, () => Registry])[] = [
  ["shipped", () => shipped],
  ["library", () => loaded(LIBRARY)],
];

function loaded(dir: string): Registry {
  const built = loadRegistry(dir, PROGRAM);
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  return built.registry;
}

/** What is decided about the page before the call is looked at, and in one place for all calls: a short run asks some of them. */
const PAGE_ALONE: readonly Verdict[] = ["no module", "contract over", "signed out"];
const SOME = 4;
/** Each of them is met often, in every registry. */
const VERDICTS: readonly Verdict[] = ["signed out", "no module", "no function", "not there", "served"];

/** A user with what the oracle must know of him. */
type Caller = Looker & { readonly token: string; readonly profile: Profile };

describe.each(REGISTRIES)("the privilege matrix of the %s registry", (name, load) => {
  describeEnginesInLong("asked", (open) => {
    it("has no cell that answers otherwise than the files say", { timeout: 36_000_000 }, async () => {
      const matrix = await Matrix.open(open, load());
      await matrix.askEverybody();
      await matrix.askWithOneFunctionLess();
      await matrix.askWithoutAnything();
      await matrix.askAfterTheContract();
      await matrix.askWithoutSession();
      expect(matrix.unexpected).toEqual([]);
      expect(matrix.cells).toBeGreaterThan(name === "shipped" ? 3000 : 200);
      if (name === "shipped") expect(matrix.unasked()).toEqual([]);
      for (const verdict of VERDICTS) expect(matrix.seen.get(verdict), verdict).toBeGreaterThan(20);
    });
  });
});

class Matrix {
  cells = 0;
  #left = 0;
  readonly #some: ReadonlySet<number>;
  readonly unexpected: string[] = [];
  readonly seen = new Map<string, number>();
  readonly #routes = new Set<string>();

  private constructor(
    readonly registry: Registry,
    readonly portal: Portal,
    readonly callers: readonly Caller[],
    readonly stored: Stored,
    private readonly trying: { isOn: boolean },
    private readonly routes: readonly Route[],
  ) {
    this.#some = someOf(registry);
  }

  static async open(open: Open, registry: Registry): Promise<Matrix> {
    const features = quietFeatures(registry);
    const trying = { isOn: false };
    const fill = fillOnce(registry);
    const portal = await openPortal({ open: async (content) => takingBack(await open(content), trying), registry, features, fill });
    const callers: Caller[] = [];
    // The second supplier of a shop sees the page from the other side: his rows are those of others.
    for (const { user, shop, side } of madeUsers(registry).filter((each) => IS_LONG || !each.user.startsWith("s2"))) {
      const supplier = side === "supplier" ? user.slice(0, 2).toUpperCase() : "";
      callers.push({ user, shop, side, supplier, token: await signIn(portal, user), profile: profileOf(registry, shop) });
    }
    return new Matrix(registry, portal, callers, await storedRows(portal.database.kysely, registry), trying, apiRoutes(features));
  }

  /** Calls on pages that no question was about. */
  unasked(): string[] {
    return this.routes
      .filter(({ access, path }) => typeof access === "object" || path.startsWith("/Print/"))
      .map(({ path }) => path)
      .filter((path) => !this.#routes.has(path));
  }

  /** Every user about every page: rows of his own, of others, and none. */
  async askEverybody(): Promise<void> {
    for (const caller of this.callers) for (const module of this.#pagesOf(caller)) await this.#askAboutRows(caller, module);
    // Nothing that was asked about rows of others has changed anything; what was asked about own ones was taken back.
    const now = await storedRows(this.portal.database.kysely, this.registry);
    this.unexpected.push(...changes(this.stored, now).map((what) => `the matrix changed ${what}`));
  }

  /** The same groups with all functions but one, each function of each page in its turn. */
  async askWithOneFunctionLess(): Promise<void> {
    const users = this.callers.filter(({ shop }) => this.#isUsual(shop));
    const { kysely } = this.portal.database;
    const { UserGroup, GroupModule } = this.registry.entities;
    if (!UserGroup || !GroupModule) throw new Error("no groups");
    const pages = Object.values(this.registry.modules);
    const rounds = Math.max(...pages.map(({ functions }) => functions.length));
    await kysely.updateTable(UserGroup.table).set({ allModules: false }).execute();
    for (const { user } of users) await this.#addHolder(user);
    for (let round = 0; round < rounds; round++) {
      for (const caller of users) {
        const { modules } = caller.profile;
        const less = new Map(Object.values(modules).map(({ id, functions }) => [id, functions[round] ?? ""]));
        const groups = await kysely.selectFrom(UserGroup.table).select("GroupId").where("SHOP_ID", "=", caller.shop).execute();
        await kysely.deleteFrom(GroupModule.table).where("SHOP_ID", "=", caller.shop).execute();
        const granted = Object.values(modules).filter(({ entry }) => entry.of === null);
        const rows = groups.flatMap(({ GroupId }) =>
          granted.map(({ id, functions }) => {
            const Funcs = functions.filter((key) => key !== less.get(id)).join(",");
            return { SHOP_ID: caller.shop, GroupId, MdlId: id, Funcs };
          }),
        );
        await kysely.insertInto(GroupModule.table).values(rows).execute();
        for (const module of this.#pagesOf(caller)) {
          const lost = less.get(module.entry.of ?? module.id) ?? "";
          if (lost !== "") await this.#askAbout(caller, module, less, (needs) => this.#asksFor(module, needs, lost));
        }
      }
    }
    await kysely.deleteFrom(GroupModule.table).execute();
    await kysely.updateTable(UserGroup.table).set({ allModules: true }).execute();
  }

  /** Somebody on the user's side who holds everything: whoever lacks a right is told of him. */
  async #addHolder(user: string): Promise<void> {
    const { kysely } = this.portal.database;
    const { User, UserGroup } = this.registry.entities;
    if (!User || !UserGroup) throw new Error("no users");
    const { Id: _user, ...person } = await kysely.selectFrom(User.table).selectAll().where("USER_ID", "=", user).executeTakeFirstOrThrow();
    const groups = kysely
      .selectFrom(UserGroup.table)
      .selectAll()
      .where("SHOP_ID", "=", person.SHOP_ID)
      .where("GroupId", "=", person.GroupId);
    const { Id: _group, ...group } = await groups.executeTakeFirstOrThrow();
    const GroupId = `${String(group.GroupId)}-all`;
    const isThere = kysely.selectFrom(UserGroup.table).select("Id").where("SHOP_ID", "=", person.SHOP_ID).where("GroupId", "=", GroupId);
    if (!(await isThere.executeTakeFirst()))
      await kysely
        .insertInto(UserGroup.table)
        .values({ ...group, GroupId, allModules: true })
        .execute();
    await kysely
      .insertInto(User.table)
      .values({ ...person, USER_ID: `${user}-all`, UsrName: HOLDER, GroupId })
      .execute();
  }

  /** A group that holds no page. */
  async askWithoutAnything(): Promise<void> {
    const { kysely } = this.portal.database;
    const table = this.registry.entities.UserGroup?.table ?? "";
    await kysely.updateTable(table).set({ allModules: false }).execute();
    for (const caller of this.callers.filter(({ shop }) => this.#isUsual(shop)))
      for (const module of this.#pagesOf(caller)) await this.#askAbout(caller, module, null);
    await kysely.updateTable(table).set({ allModules: true }).execute();
  }

  /** Every shop's contract is over. */
  async askAfterTheContract(): Promise<void> {
    const { Shop } = this.registry.entities;
    if (!Shop?.fields.contractend) return;
    const { kysely } = this.portal.database;
    await kysely.updateTable(Shop.table).set({ contractend: "2020-01-01" }).execute();
    for (const caller of this.callers.filter(({ profile }) => profile.flags.contractGuard === true))
      for (const module of Object.values(caller.profile.modules)) await this.#askAbout(caller, module, new Map(), () => true, true);
    await kysely.updateTable(Shop.table).set({ contractend: "2099-12-31" }).execute();
  }

  /** Without a token, and with those of sessions that are over. */
  async askWithoutSession(): Promise<void> {
    this.portal.advance(13 * 3600_000);
    const [caller] = this.callers;
    if (!caller) throw new Error("nobody");
    for (const token of ["none", "ended"] as const)
      for (const module of Object.values(caller.profile.modules))
        for (const question of this.#questions(caller, module))
          await this.#cell({ ...caller, token: token === "none" ? "" : caller.token }, module, question, { token }, MISSING);
    for (const { path } of this.routes.filter(({ access }) => access === "session"))
      for (const token of [null, caller.token]) {
        this.cells++;
        const { Code } = await call(this.portal, token, path.slice(1));
        if (Code !== 401) this.unexpected.push(`${path} without a session: ${Code}`);
      }
  }

  /** A shop with profiles is asked about what it has otherwise than others. */
  #pagesOf({ shop, profile }: Caller): readonly Module[] {
    const usual = profileOf(this.registry, "");
    const all = Object.values(profile.modules);
    if (IS_LONG) return all;
    return this.#isUsual(shop) ? all.filter(({ id }) => this.#some.has(id)) : all.filter((module) => usual.modules[module.id] !== module);
  }

  #isUsual(shop: string): boolean {
    return this.registry.shopProfiles[shop] === undefined;
  }

  #questions({ profile }: Caller, module: Module): readonly Question[] {
    const entity = profile.entities[module.entity] ?? this.registry.entities[module.entity];
    if (!entity) throw new Error(`no entity ${module.entity}`);
    return questionsOf(this.registry, module, entity).filter(({ route }) => this.routes.some(({ path }) => path === route));
  }

  /** Whether the function decides this question. */
  #asksFor(module: Module, { keys, action = [] }: Question["needs"], key: string): boolean {
    return keys.includes(key) || module.actions.some(({ name, functionKey }) => functionKey === key && action.includes(name));
  }

  async #askAbout(
    caller: Caller,
    module: Module,
    less: Actor["less"],
    isAsked: (needs: Question["needs"]) => boolean = () => true,
    isOver = false,
  ): Promise<void> {
    for (const question of this.#questions(caller, module))
      if (isAsked(question.needs)) await this.#cell(caller, module, question, { less, isOver }, MISSING);
  }

  async #askAboutRows(caller: Caller, module: Module): Promise<void> {
    const rows = new Map<number, { readonly own: string | null; readonly others: readonly string[] }>();
    for (const question of this.#questions(caller, module)) {
      const missing = await this.#cell(caller, module, question, {}, MISSING);
      if (question.rows === null || heldOn({ ...caller, less: new Map() }, module) === null) continue;
      const { of = module.id } = question.rows;
      if (of === null) continue;
      const { own, others } = rows.get(of) ?? (await this.#rowsOf(caller, caller.profile.modules[of] ?? module));
      rows.set(of, { own, others });
      for (const id of others) {
        const answer = await this.#cell(caller, module, question, {}, id);
        if (answer && missing && withoutId(answer, id) !== withoutId(missing, MISSING))
          this.unexpected.push(
            `${caller.user} ${module.id} ${question.what} of ${id} answers otherwise than of a missing row: ${answer.body}`,
          );
      }
      if (own !== null) await this.#cell(caller, module, question, {}, own);
    }
  }

  /** A row that the page lists, and rows that are others': of each reason one. */
  async #rowsOf(caller: Caller, module: Module): Promise<{ readonly own: string | null; readonly others: readonly string[] }> {
    const entity = caller.profile.entities[module.entity] ?? this.registry.entities[module.entity];
    const listed = await call(this.portal, caller.token, `Module/${module.id}/GetPage`, { page: "1", rows: String(ALL_ROWS) });
    const own = listed.Code === 200 ? (listed.Result as PageResult).rows.map(({ Id }) => String(Id)) : [];
    const all = this.stored.get(module.entity) ?? [];
    if (!entity || entity.view !== null) return { own: null, others: [] };
    const against = all.map((row) => ({
      id: String(row.Id),
      reason: reasonAgainst(this.registry, this.stored, caller, entity, row, module),
    }));
    for (const { id, reason } of against)
      if (reason !== null && own.includes(id)) this.unexpected.push(`${caller.user} lists ${entity.name} ${id} on ${module.id}: ${reason}`);
    const others = [...new Set(against.flatMap(({ reason }) => reason ?? []))].flatMap(
      (reason) => against.find((one) => one.reason === reason)?.id ?? [],
    );
    return { own: own[0] ?? null, others };
  }

  async #cell(caller: Caller, module: Module, question: Question, as: Partial<Actor>, id: string): Promise<Answer | null> {
    this.#routes.add(question.route);
    const { route, rows, params, needs } = question;
    const actor: Actor = { token: "good", side: caller.side, profile: caller.profile, isOver: false, less: new Map(), ...as };
    const isMissing = rows !== null && id === MISSING;
    const isOwn = rows === null || (!isMissing && this.#isOwn(caller, module, question, id));
    const expected = verdictOf(this.registry, actor, module, needs, isOwn);
    if (PAGE_ALONE.includes(expected) && !IS_LONG && this.#left++ % SOME !== 0) return null;
    this.cells++;
    this.trying.isOn = true;
    const path = route.slice(1).replace(":mdl", String(module.id));
    const answer = await call(this.portal, caller.token, path, { ...params, ...rows?.params(id) }).finally(() => {
      this.trying.isOn = false;
    });
    const found = verdictIn(answer, this.registry);
    const told = question.isLate && expected === "not there" && found === "served" ? expected : found;
    this.seen.set(expected, (this.seen.get(expected) ?? 0) + 1);
    if (told !== expected || answer.Code >= 500)
      this.unexpected.push(
        `${caller.user} ${JSON.stringify(as.less ? [...as.less].filter(([at]) => at === (module.entry.of ?? module.id)) : (as.token ?? as.isOver ?? ""))} ${module.id} ${question.what} ${id}: ${expected} expected, ${answer.Code} ${answer.Msg}`,
      );
    this.#judgeCause(answer, expected, as.less ?? null, `${caller.user} ${module.id} ${question.what}`);
    return answer;
  }

  /** A refusal for a right tells which it is and who has it, or that it is the other side's. */
  #judgeCause({ Msg, Result }: Answer, expected: Verdict, less: Actor["less"], what: string): void {
    if (expected !== "no function" && expected !== "no module") return;
    const { cause = "" } = (Result ?? {}) as { readonly cause?: string };
    const isTold = cause.includes("缺少“") ? less === null || less.size === 0 || cause.includes(HOLDER) : /办理|没有该页面/.test(cause);
    if (!isTold) this.unexpected.push(`${what}: ${Msg} tells as its cause: ${cause}`);
  }

  #isOwn(caller: Caller, module: Module, question: Question, id: string): boolean {
    const { entity: name } = caller.profile.modules[question.rows?.of ?? module.id] ?? module;
    const entity = caller.profile.entities[name] ?? this.registry.entities[name];
    const row = this.stored.get(name)?.find((each) => String(each.Id) === id);
    return entity !== undefined && row !== undefined && reasonAgainst(this.registry, this.stored, caller, entity, row, module) === null;
  }
}

/** Pages for a short run: of each kind, every call among them, and every third of the others. The rule is one for all of them. */
function someOf(registry: Registry): ReadonlySet<number> {
  const asked = new Set<string>();
  const chosen = Object.values(registry.modules).filter((module, index) => {
    const entity = registry.entities[module.entity];
    const routes = entity ? questionsOf(registry, module, entity).map(({ route }) => route) : [];
    const isNew = routes.some((route) => !asked.has(route));
    for (const route of routes) asked.add(route);
    return isNew || module.page !== "list" || index % 3 === 0;
  });
  return new Set(chosen.map(({ id }) => id));
}

/** What of the rows is otherwise: `table.column`. How often a document was printed is counted by the print itself. */
function changes(before: Stored, after: Stored): readonly string[] {
  const found = new Set<string>();
  for (const [name, rows] of after) {
    const were = new Map(before.get(name)?.map((row) => [row.Id, row]));
    if (were.size !== rows.length) found.add(`${name}: ${rows.length} rows, and were ${were.size}`);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (column !== DEGREE && String(were.get(row.Id)?.[column]) !== String(value)) found.add(`${name}.${column}`);
  }
  return [...found];
}

/** An answer may repeat the id it was asked for. */
const withoutId = ({ body }: Answer, id: string) => body.replaceAll(new RegExp(`\\b${id}\\b`, "g"), "#");
