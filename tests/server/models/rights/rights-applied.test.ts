import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { hashPassword } from "../../../../src/server/auth/password.ts";
import { profileOf } from "../../../../src/server/base/viewer.ts";
import type { Database, Db } from "../../../../src/server/db/connect.ts";
import { ENGINE_NEEDS } from "../../../../src/server/engine/needs.ts";
import { sqlStore } from "../../../../src/server/engine/store/sql-store.ts";
import { FEATURES, PROGRAM } from "../../../../src/server/features.ts";
import type { Feature } from "../../../../src/server/http/feature.ts";
import { ModelGate } from "../../../../src/server/models/model-gate.ts";
import { confirmStep, keptModels } from "../../../../src/server/models/model-history.ts";
import { loadFiles, type Model } from "../../../../src/server/registry/load-registry.ts";
import { buildRegistry } from "../../../../src/shared/build-registry.ts";
import type { Row } from "../../../../src/shared/domain/cell.ts";
import { ApiError, CODE } from "../../../../src/shared/protocol/envelope.ts";
import type { BuildOptions } from "../../../../src/shared/registry/context.ts";
import { mergePatch } from "../../../../src/shared/registry/merge-patch.ts";
import type { Entity, Profile, Registry } from "../../../../src/shared/registry/model.ts";
import type { RawFile } from "../../../../src/shared/registry/place.ts";
import { planChanges } from "../../../../src/shared/registry/plan/plan-changes.ts";
import { formatProblem } from "../../../../src/shared/registry/problem.ts";
import { IS_LONG } from "../../../e2e/long.ts";
import { shippedFiles } from "../../../fixtures/shipped-registry.ts";
import { fillOnce, madeUsers } from "../../any-registry/fixtures/made-rows.ts";
import type { TestUser } from "../../app/fixtures/every-module.ts";
import { call, openPortal, type Portal, signIn } from "../../app/fixtures/portal.ts";
import { PASSWORD } from "../../app/fixtures/world.ts";
import { describeEnginesInLong, type Open, temporaryFolder } from "../../db/fixtures/test-database.ts";
import { built, type RightsEdit, rightsEdits } from "./rights-edits.ts";
import { idBefore, type Step, unsaid, untrue } from "./what-is-said.ts";
import { type Served as SeenBy, type SignedIn, servedTo } from "./what-is-served.ts";

/*
 * Long on purpose: an edit from its files to the answers before and after it is one story, told with the world that it happens in.
 */

const LIBRARY = fileURLToPath(new URL("../../../fixtures/registry-library", import.meta.url));

/** Words about rights that the library does without. */
const MORE: Readonly<Record<string, object>> = {
  "schemas/entities/book.json": { fields: { author: { sensitive: true } } },
  "schemas/modules/lending/books.json": { hide: { supplier: ["author"] } },
  "schemas/modules/lending/copies.json": { where: { eq: ["lent", false] } },
  "schemas/modules/system/settings.json": { when: { flag: ["waiver", false] } },
  "schemas/overlays/school.json": { entities: { Fine: { states: { stt: { transitions: { pay: { when: { gt: ["days", 5] } } } } } } } },
};

/** Rows of the own shop that are opened and tried to be changed. */
const PROBES = IS_LONG ? 2 : 1;

/** Says that a change would have been made. */
const MADE = 299;

/** The registries whose words are edited, each with the program that serves it. In the long run the shipped one, too, page by page. */
const REGISTRIES: readonly (readonly [string, () => World])[] = [
  ["library", () => ({ program: { features: [], needs: ENGINE_NEEDS }, features: [], files: loadFiles(LIBRARY).files.map(withMore) })],
  ...(IS_LONG
    ? [["shipped", () => ({ program: PROGRAM, features: WITHOUT_USAGE, files: shippedFiles(loadFiles(process.cwd()).files) })] as const]
    : []),
];

/** Who has opened which page is written down a while later, under the id the page had then: that is no matter of rights. */
const WITHOUT_USAGE = FEATURES.filter(({ name }) => name !== "usage");

interface World {
  readonly program: BuildOptions;
  readonly features: readonly Feature[];
  readonly files: readonly RawFile[];
}

function withMore({ path, text }: RawFile): RawFile {
  const more = MORE[path];
  return { path, text: more ? JSON.stringify(mergePatch(JSON.parse(text), more)) : text };
}

describe.each(REGISTRIES)("what a plan says of rights in the %s registry", (name, load) => {
  describeEnginesInLong("applied", (open) => {
    it("is what the server does, and the server does nothing else", { timeout: 36_000_000 }, async () => {
      const desk = await Desk.open(open, load());
      const kinds = new Map<string, RightsEdit[]>();
      for (const edit of rightsEdits(desk.model.files, desk.model.registry, desk.world.program))
        kinds.set(edit.kind, [...(kinds.get(edit.kind) ?? []), edit]);
      const applied = new Set<string>();
      const wrong: string[] = [];
      const tried = [...kinds].filter(([kind]) => IS_LONG || !IN_LONG.includes(kind));
      for (const [index, [kind, edits]] of tried.entries()) {
        for (const edit of name === "library" && IS_LONG ? edits : spread(edits, index)) {
          const told = await desk.apply(edit);
          if (told === null) continue;
          applied.add(kind);
          wrong.push(...told.map((line) => `${edit.what}: ${line}`));
          // Of each kind one that can be applied.
          if (!IS_LONG) break;
        }
      }
      expect(wrong).toEqual([]);
      if (name === "library") expect(tried.map(([kind]) => kind).filter((kind) => !applied.has(kind))).toEqual(["reach"]);
      else expect(applied.size).toBeGreaterThan(kinds.size / 2);
      // Where a plan says nothing, what comes and goes is noticed.
      expect(desk.differences).toBeGreaterThan(applied.size);
    });
  });
});

/** Kinds of words that are tried in the long run alone: what comes and goes by them does so by another one, too. */
const IN_LONG = ["menu", "fixed", "required", "filters", "footer", "todos", "actions", "reason", "from", "save", "save when", "save rules"];

/** Edits of a kind in the shipped registry: so many, over all its files, and of each kind others. */
const MOST = 5;

/** In a short run all, from the middle on: edits of one file follow each other, and the first file is the same for many kinds. */
function spread<T>(all: readonly T[], index: number): readonly T[] {
  if (!IS_LONG) return [...all.slice(all.length / 2), ...all.slice(0, all.length / 2)];
  const step = Math.max(1, Math.floor(all.length / MOST));
  return all.filter((_, at) => at % step === (index * 7) % step);
}

/** A portal whose files are edited, and everybody who looks at it. */
class Desk {
  /** What came or went on all the pages that were looked at, and would not have been said by an empty plan. */
  differences = 0;
  readonly #answers = new Map<string, Promise<SeenBy>>();

  private constructor(
    readonly portal: Portal,
    readonly gate: ModelGate,
    readonly users: readonly SignedIn[],
    private readonly trying: { isOn: boolean },
    readonly world: World,
    public model: Model,
  ) {}

  static async open(open: Open, world: World): Promise<Desk> {
    const { files, program, features } = world;
    const result = buildRegistry(files, program);
    if (!result.ok) throw new Error(result.problems.map(formatProblem).join("\n"));
    const { registry } = result;
    const trying = { isOn: false };
    const openTrying: Open = async (content) => withTries(await open(content), trying);
    const fill = fillOnce(registry);
    const portal = await openPortal({ open: openTrying, registry, features, fill });
    const gate = new ModelGate({
      opening: Promise.resolve(portal.database),
      dataDir: temporaryFolder(),
      program: { ...program, features },
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
    return new Desk(portal, gate, signedIn, trying, world, model);
  }

  /** Puts an edit of the first files in force as an operator does, and says what is wrong with its plan; null: it cannot be put in force. */
  async apply(edit: RightsEdit): Promise<readonly string[] | null> {
    const files = edit.files();
    const registry = built(files, this.world.program);
    if (!registry || registry.version === this.model.registry.version) return null;
    const was = this.model;
    const looks = looksOf(this.users, was.registry, registry);
    const before = await this.#seen(was.registry, looks);
    const next = { registry, files };
    const planned = planChanges(was, registry, this.world.program, this.gate.undone());
    const isServed = await this.gate.pass(next, planned, () => undefined);
    const waiting = this.gate.waiting();
    const isBlocked = waiting?.changes.some(({ data }) => (data?.obstacles ?? []).length > 0) === true;
    if (isBlocked) return this.#takeBack();
    if (waiting) {
      await confirmStep(this.portal.database.kysely, waiting, "operator", new Date());
      if (!(await this.gate.pass(next, planned, () => undefined))) throw new Error(`${edit.what}: confirmed, and not served`);
    }
    this.model = next;
    this.portal.changeRegistry(registry);
    const [kept] = await keptModels(this.portal.database.kysely, 1);
    const step: Step = { changes: kept?.changes ?? [], was: was.registry, is: registry };
    const after = await this.#seen(registry, looks);
    const isHeld = step.changes.some((change) => change.class === "held");
    const wrong = isServed === isHeld ? [`is ${isHeld ? "held" : "not held"}, and was ${isServed ? "served" : "not served"} at once`] : [];
    // A page with another id is compared with what it was; under its old id there is nothing to compare.
    const isFormer = (id: string) => looks.some((other) => other.id !== id && idBefore(step, other.id) === id);
    for (const { user, id } of looks.filter((each) => !isFormer(each.id))) {
      const [one, other] = [before.get(`${user.user} ${idBefore(step, id)}`), after.get(`${user.user} ${id}`)];
      if (!one || !other) throw new Error(`${edit.what}: ${user.user} was not asked about ${id} before`);
      this.differences += unsaid({ ...step, changes: step.changes.filter(({ verb }) => verb === "renamed") }, user, id, one, other).length;
      // What a plan says is said of whoever holds all that his side can hold.
      const isSo = user.user === CLERK ? [] : untrue(step, user, id, one, other);
      const lines = [...unsaid(step, user, id, one, other), ...isSo];
      wrong.push(...lines.map((line) => `${user.user} on ${id}: ${line}`));
    }
    return wrong;
  }

  async #takeBack(): Promise<null> {
    this.gate.settle();
    return null;
  }

  async #seen(registry: Registry, looks: readonly Look[]): Promise<ReadonlyMap<string, SeenBy>> {
    const found = new Map<string, SeenBy>();
    for (const { user, id } of looks) {
      const key = `${registry.version} ${user.user} ${id}`;
      const known = this.#answers.get(key) ?? this.#ask(registry, user, id);
      this.#answers.set(key, known);
      found.set(`${user.user} ${id}`, await known);
    }
    return found;
  }

  async #ask(registry: Registry, user: SignedIn, id: string): Promise<SeenBy> {
    const entity = registry.entities[registry.modules[id]?.entity ?? ""];
    const probes = entity && entity.view === null ? await probesOf(this.portal.database.kysely, entity.table, user.shop) : [];
    const tries = async (path: string, params: Readonly<Record<string, string>>) => {
      this.trying.isOn = true;
      const { Code, body } = await call(this.portal, user.token, path, params).finally(() => {
        this.trying.isOn = false;
      });
      if (Code >= CODE.failed) throw new Error(`${user.user}: ${path} ${JSON.stringify(params)} failed: ${body}`);
      return Code === MADE;
    };
    return servedTo(this.portal, registry, user, id, { probes, tries });
  }
}

const CLERK = "clerk";

/** A user of a shop whose group was granted every page by its id, to read it and no more. */
async function addClerk({ kysely }: Database, registry: Registry, shop: string): Promise<TestUser> {
  const insert = async (db: Db, name: string, rows: readonly Row[]) => {
    const entity = registry.entities[name];
    if (entity) await sqlStore(db, shop).insert(entity, rows);
  };
  const granted = Object.values(registry.modules).filter(({ entry }) => entry.of === null);
  const hash = await hashPassword(PASSWORD);
  await kysely.transaction().execute(async (trx) => {
    await insert(trx, "UserGroup", [{ GroupId: CLERK, GroupName: CLERK, UserKind: "retail", allModules: false, statu: 1 }]);
    await insert(
      trx,
      "GroupModule",
      granted.map(({ id }) => ({ GroupId: CLERK, MdlId: id, Funcs: "query" })),
    );
    await insert(trx, "User", [{ USER_ID: CLERK, UsrName: CLERK, UserKind: "retail", GroupId: CLERK, PROV_ID: null, statu: 1 }]);
    await trx.insertInto("_credential").values({ USER_ID: CLERK, hash }).execute();
  });
  return { user: CLERK, shop, side: "shop" };
}

/** Rows of the user's shop from first to last, and one of another shop. */
async function probesOf(db: Db, table: string, shop: string): Promise<readonly number[]> {
  const rows = await db.selectFrom(table).selectAll().orderBy("Id").execute();
  const [own, others] = [
    rows.filter((row) => row.SHOP_ID === shop || row.SHOP_ID === undefined),
    rows.filter((row) => row.SHOP_ID !== shop),
  ];
  const step = Math.max(1, Math.ceil(own.length / PROBES));
  return [...own.filter((_, at) => at % step === 0), ...others.slice(0, 1)].map(({ Id }) => Number(Id));
}

/** A user and a page that he may see otherwise after an edit. */
interface Look {
  readonly user: SignedIn;
  readonly id: string;
}

/**
 * Who is asked about which pages: those whose model, or the model of whose entities, differs for his shop. What is alike cannot differ. In
 * a short run a shop with profiles is asked about what it has otherwise than others, and about what changes for it otherwise, and who was
 * granted pages by their ids about pages that are others themselves.
 */
function looksOf(users: readonly SignedIn[], was: Registry, is: Registry): readonly Look[] {
  const ids = [...new Set([...Object.keys(was.modules), ...Object.keys(is.modules)])];
  return users.flatMap((user) =>
    ids.flatMap((id) => {
      const isChanged = (shop: string) => signOf(was, profileOf(was, shop), id) !== signOf(is, profileOf(is, shop), id);
      const isUsual = profileOf(is, user.shop).name === profileOf(is, "").name;
      const isOwn = (registry: Registry) =>
        partsOf(registry, profileOf(registry, user.shop), id) !== partsOf(registry, profileOf(registry, ""), id);
      const isOfPage = textOf(profileOf(was, user.shop).modules[id] ?? {}) !== textOf(profileOf(is, user.shop).modules[id] ?? {});
      if (!IS_LONG && user.user === CLERK && !isOfPage) return [];
      return isChanged(user.shop) && (IS_LONG || isUsual || !isChanged("") || isOwn(was) || isOwn(is)) ? [{ user, id }] : [];
    }),
  );
}

/** All that decides what a page is like in the shops of a profile, as text. */
const signOf = (registry: Registry, profile: Profile, id: string) => partsOf(registry, profile, id) + textOf(profile.flags);

function partsOf(registry: Registry, profile: Profile, id: string): string {
  const module = profile.modules[id];
  if (!module) return "";
  const entities = Object.values({ ...registry.entities, ...profile.entities });
  const own = entities.find(({ name }) => name === module.entity);
  // What it names, and what names it; of the rest a short run sees what the page itself shows.
  const isNear = (each: Entity) => own && (textOf(own).includes(`"${each.name}"`) || textOf(each).includes(`"${own.name}"`));
  const near = entities.filter((each) => each === own || (IS_LONG ? isNear(each) : each.head?.entity === own?.name));
  const prints = module.prints.map(({ template }) => profile.prints[template] ?? registry.prints[template]);
  return [module, ...near, ...prints].map((each) => (each ? textOf(each) : "")).join();
}

const texts = new WeakMap<object, string>();

function textOf(part: object): string {
  const text = texts.get(part) ?? JSON.stringify(part, (_key, value) => (typeof value === "bigint" ? String(value) : value));
  texts.set(part, text);
  return text;
}

/** The database with changes that are taken back as soon as they are made, as long as `trying` is on: who asked is told that they were. */
function withTries(database: Database, trying: { readonly isOn: boolean }): Database {
  const kysely = new Proxy(database.kysely, {
    get(target, key) {
      if (key === "transaction" && trying.isOn)
        return () => ({
          execute: (work: (trx: Db) => Promise<unknown>) =>
            target.transaction().execute(async (trx) => {
              await work(trx as Db);
              throw new ApiError(MADE, "would be made");
            }),
        });
      const value = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { ...database, kysely };
}
