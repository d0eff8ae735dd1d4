import { profileOf } from "../../../../src/server/base/viewer.ts";
import type { Database, Db } from "../../../../src/server/db/connect.ts";
import { sqlStore } from "../../../../src/server/engine/store/sql-store.ts";
import type { Feature } from "../../../../src/server/http/feature.ts";
import { ModelGate } from "../../../../src/server/models/model-gate.ts";
import { confirmStep, keptModels } from "../../../../src/server/models/model-history.ts";
import type { Model } from "../../../../src/server/registry/load-registry.ts";
import { buildRegistry } from "../../../../src/shared/build-registry.ts";
import type { Row } from "../../../../src/shared/domain/cell.ts";
import { ApiError, CODE } from "../../../../src/shared/protocol/envelope.ts";
import type { HomeData } from "../../../../src/shared/protocol/home.ts";
import type { BuildOptions } from "../../../../src/shared/registry/context.ts";
import type { Registry } from "../../../../src/shared/registry/model.ts";
import type { RawFile } from "../../../../src/shared/registry/place.ts";
import { planChanges } from "../../../../src/shared/registry/plan/plan-changes.ts";
import { formatProblem } from "../../../../src/shared/registry/problem.ts";
import { fillOnce, madeUsers } from "../../any-registry/fixtures/made-rows.ts";
import type { TestUser } from "../../app/fixtures/every-module.ts";
import { call, openPortal, type Portal, signIn } from "../../app/fixtures/portal.ts";
import { PASSWORD_HASH } from "../../app/fixtures/world.ts";
import { MADE, withTransactions } from "../../db/fixtures/taken-back.ts";
import { type Open, temporaryFolder } from "../../db/fixtures/test-database.ts";
import { randomOf, shuffled } from "../../money/fixtures/random.ts";
import { CLERK, type Look, looksOf, signs } from "./looks.ts";
import { built, type RightsEdit, together, valid } from "./rights-edits.ts";
import { idBefore, type Step, unsaid, untrue } from "./what-is-said.ts";
import { PARTS, type Part, type Served as SeenBy, type SignedIn, servedTo } from "./what-is-served.ts";

/*
 * Long on purpose: an edit from its files to the answers before and after it is one story, told with the world that it happens in.
 */

/** Files with the program that serves them. */
export interface World {
  readonly program: BuildOptions & { readonly features: readonly Feature[] };
  /** Those of the portal. */
  readonly features: readonly Feature[];
  readonly files: readonly RawFile[];
}

/** How much is asked after an edit. */
export interface Thoroughness {
  /** Rows of the own shop that are opened and tried to be changed. */
  readonly probes: number;
  /** At most so many looks for each edit at pages that are others themselves; so many at pages near to what changed; so many at others. */
  readonly own: number;
  readonly near: number;
  readonly others: number;
}

/** What becomes of changes. Tried: they are taken back, and who asked is told that they were; asking: they are taken back unseen. */
interface Trying {
  now: "made" | "tried" | "asking";
  /** The messages that the last one sent. */
  told: readonly string[];
}

/** A portal whose files are edited, and everybody who looks at it. */
export class Desk {
  /** What came or went on all the pages that were looked at, and would not have been said by an empty plan. */
  differences = 0;
  /** The parts that something came to, or went from, on a page. */
  readonly noticed = new Set<Part>();
  /** How often a page was asked for all that it serves. */
  asked = 0;
  readonly #answers = new Map<string, SeenBy>();
  #home: { readonly version: string; readonly pages: Map<string, Promise<HomeData>> } = { version: "", pages: new Map() };
  readonly #random = randomOf(1);

  private constructor(
    readonly portal: Portal,
    readonly gate: ModelGate,
    readonly users: readonly SignedIn[],
    private readonly trying: Trying,
    readonly world: World,
    private readonly most: Thoroughness,
    private readonly first: Model,
    public model: Model = first,
  ) {}

  static async open(open: Open, world: World, most: Thoroughness): Promise<Desk> {
    const { files, program, features } = world;
    const result = buildRegistry(files, program);
    if (!result.ok) throw new Error(result.problems.map(formatProblem).join("\n"));
    const { registry } = result;
    const trying: Trying = { now: "made", told: [] };
    const openTrying: Open = async (content) => withTries(await open(content), registry.entities.Message?.table ?? "", trying);
    const fill = fillOnce(registry);
    const portal = await openPortal({ open: openTrying, registry, features, fill });
    const gate = new ModelGate({
      opening: Promise.resolve(portal.database),
      dataDir: temporaryFolder(),
      program,
      isHolding: true,
      now: () => new Date(),
      log: () => undefined,
    });
    const model = { registry, files };
    await gate.first({ ok: true, warnings: [], ...model });
    // Of the suppliers of a shop one: whose rows he does not see are the other's.
    const made = madeUsers(registry).filter(({ user }) => !user.startsWith("s2"));
    const users = [...made, await addClerk(portal.database, registry, made[0]?.shop ?? "")];
    const signedIn = await Promise.all(users.map(async (user) => ({ ...user, token: await signIn(portal, user.user) })));
    return new Desk(portal, gate, signedIn, trying, world, most, model);
  }

  /**
   * Puts edits of the first files in force in one step, as an operator does; those that cannot be put in force are left out.
   *
   * @param told called with the edits of every step, and what is wrong with its plan
   */
  async apply(edits: readonly RightsEdit[], told: (edits: readonly RightsEdit[], wrong: readonly string[]) => void): Promise<void> {
    const sound = edits.length === 1 ? edits : valid(this.world.files, edits, this.world.program);
    if (sound.length === 0) return;
    const wrong = await this.#apply(sound).catch(async (error: Error) => {
      const told = `${error.message} ${this.#lastError()}`;
      // What fails now would fail before the next edit, too.
      await this.#serve(this.first);
      return [told];
    });
    if (wrong !== null) return told(sound, wrong);
    const half = Math.ceil(sound.length / 2);
    if (sound.length > 1) for (const some of [sound.slice(0, half), sound.slice(half)]) await this.apply(some, told);
  }

  /** What is wrong with the plan; null: the files are not valid, say nothing new, or rows stand in their way. */
  async #apply(edits: readonly RightsEdit[]): Promise<readonly string[] | null> {
    const files = together(this.world.files, edits);
    const registry = built(files, this.world.program);
    if (!registry || registry.version === this.model.registry.version) return null;
    const was = this.model;
    const { own, near, others } = looksOf(this.users, was.registry, registry);
    const looks = [...this.#some(own, this.most.own * edits.length), ...this.#some(near, this.most.near)];
    const unlike = this.#some(others, this.most.others);
    const planned = planChanges(was, registry, this.world.program, this.gate.undone());
    const asBefore = ({ user, id }: Look): Look => ({ user, id: idBefore({ changes: planned }, id) });
    const before = await this.#seen(was.registry, [...looks, ...unlike].map(asBefore));
    const isServed = await this.#serve({ registry, files });
    if (isServed === null) return null;
    const [kept] = await keptModels(this.portal.database.kysely, 1);
    const step: Step = { changes: kept?.changes ?? [], was: was.registry, is: registry };
    const after = await this.#seen(registry, looks);
    for (const { user, id } of unlike) after.set(`${user.user} ${id}`, await this.#ask(registry, user, id));
    const isHeld = step.changes.some((change) => change.class === "held");
    const wrong = isServed === isHeld ? [`is ${isHeld ? "held" : "not held"}, and was ${isServed ? "served" : "not served"} at once`] : [];
    // A page with another id is compared with what it was; under its old id there is nothing to compare.
    const isFormer = (id: string) =>
      step.changes.some(({ verb, at, was: old }) => verb === "renamed" && at.module !== undefined && String(old) === id);
    for (const { user, id } of [...looks, ...unlike].filter((each) => !isFormer(each.id))) {
      const one = before.get(`${user.user} ${idBefore(step, id)}`);
      const other = after.get(`${user.user} ${id}`);
      if (!one || !other) throw new Error(`${user.user} was not asked about ${id} before`);
      const noticed = unsaid({ ...step, changes: step.changes.filter(({ verb }) => verb === "renamed") }, user, id, one, other);
      this.differences += noticed.length;
      for (const part of PARTS) if (noticed.some((line) => line.startsWith(`${part} `))) this.noticed.add(part);
      // What a plan says is said of whoever holds all that his side can hold.
      const isSo = user.user === CLERK ? [] : untrue(step, user, id, one, other);
      const lines = [...unsaid(step, user, id, one, other), ...isSo];
      wrong.push(...lines.map((line) => `${user.user} on ${id}: ${line}`));
    }
    return wrong;
  }

  /** Puts a model in force, and confirms it where that is asked for: whether it was served at once; null: rows stand in its way. */
  async #serve(next: Model): Promise<boolean | null> {
    const planned = planChanges(this.model, next.registry, this.world.program, this.gate.undone());
    const isServed = await this.gate.pass(next, planned, () => undefined);
    const waiting = this.gate.waiting();
    if (waiting?.changes.some(({ data }) => (data?.obstacles ?? []).length > 0) === true) {
      this.gate.settle();
      return null;
    }
    if (waiting) {
      await confirmStep(this.portal.database.kysely, waiting, "operator", new Date());
      if (!(await this.gate.pass(next, planned, () => undefined))) throw new Error("is confirmed, and not served");
    }
    this.model = next;
    this.portal.changeRegistry(next.registry);
    return isServed;
  }

  /** So many at random: each page before one of them a second time. */
  #some(all: readonly Look[], most: number): readonly Look[] {
    if (all.length <= most) return all;
    const times = new Map<string, number>();
    return shuffled(all, this.#random)
      .map((look) => {
        const time = times.get(look.id) ?? 0;
        times.set(look.id, time + 1);
        return { look, time };
      })
      .sort((one, other) => one.time - other.time)
      .slice(0, most)
      .map(({ look }) => look);
  }

  /** What a model that is in force serves. What a page is made of says what is served: where that was asked before, it is not asked again. */
  async #seen(registry: Registry, looks: readonly Look[]): Promise<Map<string, SeenBy>> {
    const found = new Map<string, SeenBy>();
    for (const { user, id } of looks) {
      const key = keyOf(registry, user, id);
      const answer = this.#answers.get(key) ?? (await this.#ask(registry, user, id));
      this.#answers.set(key, answer);
      found.set(`${user.user} ${id}`, answer);
    }
    return found;
  }

  async #ask(registry: Registry, user: SignedIn, id: string): Promise<SeenBy> {
    this.asked += 1;
    const entity = registry.entities[registry.modules[id]?.entity ?? ""];
    const { kysely } = this.portal.database;
    const probes = entity && entity.view === null ? await probesOf(kysely, entity.table, user.shop, this.most.probes) : [];
    const tries = async (path: string, params: Readonly<Record<string, string>>) => {
      this.trying.now = "tried";
      const { Code, body } = await call(this.portal, user.token, path, params).finally(() => {
        this.trying.now = "asking";
      });
      if (Code >= CODE.failed) throw new Error(`${user.user}: ${path} ${JSON.stringify(params)} failed: ${body}`);
      return Code === MADE ? this.trying.told : null;
    };
    // To open a row may change it, as a message is read by that: whoever asks next shall find it as it was.
    this.trying.now = "asking";
    try {
      return await servedTo(this.portal, registry, user, id, { probes, tries, home: () => this.#homeOf(registry, user) });
    } finally {
      this.trying.now = "made";
    }
  }

  #lastError(): string {
    return this.portal.log.findLast((line) => line.includes('"level":50'))?.slice(0, 2000) ?? "";
  }

  /** The home page tells of all pages at once. */
  #homeOf(registry: Registry, user: SignedIn): Promise<HomeData> {
    const { version } = registry;
    if (this.#home.version !== version) this.#home = { version, pages: new Map() };
    const known = this.#home.pages.get(user.user) ?? this.#askHome(registry, user);
    this.#home.pages.set(user.user, known);
    return known;
  }

  async #askHome(registry: Registry, { user, shop, token }: SignedIn): Promise<HomeData> {
    const { Code, Result, body } = await call(this.portal, token, "login/GetHomePageData");
    if (Code !== 200) throw new Error(`${user}: the home page failed: ${body}`);
    const home: HomeData = Result;
    const { modules } = profileOf(registry, shop);
    const strays = [
      ...home.todos.filter(({ mdl }) => (modules[mdl]?.todos ?? []).length === 0),
      ...home.news.filter(({ mdl }) => !modules[mdl]?.news),
    ];
    if (strays.length > 0) throw new Error(`${user}: the home page tells of pages without to-dos or news: ${strays.map(({ mdl }) => mdl)}`);
    return home;
  }
}

const keyOf = (registry: Registry, { user, shop }: SignedIn, id: string) => `${signs(registry, shop, id).near} ${user} ${id}`;

/** A user of a shop whose group was granted every page by its id, to read it and no more. */
async function addClerk({ kysely }: Database, registry: Registry, shop: string): Promise<TestUser> {
  const insert = async (db: Db, name: string, rows: readonly Row[]) => {
    const entity = registry.entities[name];
    if (entity) await sqlStore(db, shop).insert(entity, rows);
  };
  const granted = Object.values(registry.modules).filter(({ entry }) => entry.of === null);
  await kysely.transaction().execute(async (trx) => {
    await insert(trx, "UserGroup", [{ GroupId: CLERK, GroupName: CLERK, UserKind: "retail", allModules: false, statu: 1 }]);
    await insert(
      trx,
      "GroupModule",
      granted.map(({ id }) => ({ GroupId: CLERK, MdlId: id, Funcs: "query" })),
    );
    await insert(trx, "User", [{ USER_ID: CLERK, UsrName: CLERK, UserKind: "retail", GroupId: CLERK, PROV_ID: null, statu: 1 }]);
    await trx.insertInto("_credential").values({ USER_ID: CLERK, hash: PASSWORD_HASH }).execute();
  });
  return { user: CLERK, shop, side: "shop" };
}

/** Rows of the user's shop from first to last, so many, and one of another shop. */
async function probesOf(db: Db, table: string, shop: string, many: number): Promise<readonly number[]> {
  const rows = await db.selectFrom(table).selectAll().orderBy("Id").execute();
  const [own, others] = [
    rows.filter((row) => row.SHOP_ID === shop || row.SHOP_ID === undefined),
    rows.filter((row) => row.SHOP_ID !== shop),
  ];
  const step = Math.max(1, Math.ceil(own.length / many));
  return [...own.filter((_, at) => at % step === 0), ...others.slice(0, 1)].map(({ Id }) => Number(Id));
}

/** The database with changes that are taken back as soon as they are made, where `trying` says so. */
const withTries = (database: Database, messages: string, trying: Trying): Database =>
  withTransactions(database, () => (trying.now === "made" ? null : (db, work) => takenBack(db, work, messages, trying)));

async function takenBack(db: Db, work: (trx: Db) => Promise<unknown>, messages: string, trying: Trying): Promise<unknown> {
  const { now } = trying;
  let answer: unknown;
  const isDone = new ApiError(MADE, "would be made");
  try {
    await db.transaction().execute(async (trx) => {
      const known = now === "tried" ? await messagesIn(trx, messages) : new Map<string, string>();
      answer = await work(trx);
      if (now === "tried") trying.told = [...(await messagesIn(trx, messages))].flatMap(([key, text]) => (known.has(key) ? [] : [text]));
      throw isDone;
    });
  } catch (error) {
    if (error !== isDone || now === "tried") throw error;
  }
  return answer;
}

async function messagesIn(db: Db, table: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom(table).selectAll().orderBy("Id").execute();
  return new Map(
    rows.map(({ SHOP_ID, Id, side, title, content }) => [`${SHOP_ID}/${Id}`, `${side}: ${[title, content].filter(Boolean).join(" / ")}`]),
  );
}
