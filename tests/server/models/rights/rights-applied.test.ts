import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Database, Db } from "../../../../src/server/db/connect.ts";
import { ModelGate } from "../../../../src/server/models/model-gate.ts";
import { confirmStep, keptModels } from "../../../../src/server/models/model-history.ts";
import { loadFiles, type Model } from "../../../../src/server/registry/load-registry.ts";
import { buildRegistry } from "../../../../src/shared/build-registry.ts";
import { formatProblem } from "../../../../src/shared/registry/problem.ts";
import { mergePatch } from "../../../../src/shared/registry/merge-patch.ts";
import type { Registry } from "../../../../src/shared/registry/model.ts";
import type { RawFile } from "../../../../src/shared/registry/place.ts";
import { planChanges } from "../../../../src/shared/registry/plan/plan-changes.ts";
import { ApiError } from "../../../../src/shared/protocol/envelope.ts";
import { IS_LONG } from "../../../e2e/long.ts";
import { fillAnyRegistry, madeUsers } from "../../any-registry/fixtures/made-rows.ts";
import { call, openPortal, type Portal, signIn } from "../../app/fixtures/portal.ts";
import { describeEnginesInLong, type Open, temporaryFolder } from "../../db/fixtures/test-database.ts";
import { built, type RightsEdit, rightsEdits } from "./rights-edits.ts";
import { type Served, type SignedIn, servedTo } from "./what-is-served.ts";
import { idBefore, type Step, unsaid, untrue } from "./what-is-said.ts";

const PROGRAM = { features: [] };
const LIBRARY = fileURLToPath(new URL("../../../fixtures/registry-library", import.meta.url));

/** Words about rights that the library does without. */
const MORE: Readonly<Record<string, object>> = {
  "schemas/entities/book.json": { fields: { author: { sensitive: true } } },
  "schemas/modules/lending/books.json": { hide: { supplier: ["author"] } },
  "schemas/modules/lending/copies.json": { where: { eq: ["lent", false] } },
  "schemas/modules/system/settings.json": { when: { flag: ["waiver", false] } },
  "schemas/overlays/school.json": { entities: { Fine: { states: { stt: { transitions: { pay: { when: { gt: ["days", 5] } } } } } } } },
};

/** Says that a change would have been made. */
const MADE = 299;

describeEnginesInLong("what a plan says of rights", (open) => {
  it("is what the server does once it is applied, and the server does nothing else", { timeout: 7_200_000 }, async () => {
    const files = loadFiles(LIBRARY).files.map(({ path, text }) => {
      const more = MORE[path];
      return { path, text: more ? JSON.stringify(mergePatch(JSON.parse(text), more)) : text };
    });
    const desk = await Desk.open(open, files);
    const seen = { steps: 0, come: 0, held: 0 };
    const wrong: string[] = [];
    for (const edit of chosen([...rightsEdits(files, desk.served.registry, PROGRAM)])) {
      const c = process.cpuUsage();
      const done = await desk.apply(edit);
      const u = process.cpuUsage(c);
      console.log(((u.user + u.system) / 1e6).toFixed(2), edit.kind, edit.what, done === null ? "SKIP" : done.length);
      if (done === null) continue;
      seen.steps++;
      wrong.push(...done.map((line) => `${edit.what}: ${line}`));
    }
    expect(wrong).toEqual([]);
    expect(seen.steps).toBeGreaterThan(10);
  });
});

/** In the long run all; otherwise of each kind one. */
function chosen(all: readonly RightsEdit[]): readonly RightsEdit[] {
  const step = Number(process.env.TRY_STEP ?? 1);
  if (IS_LONG) return all.filter((_, at) => at % step === 0);
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return kinds.flatMap((kind, index) => {
    const own = all.filter((edit) => edit.kind === kind);
    return own.slice((index * 7) % own.length).slice(0, 1);
  });
}

/** A portal whose files are edited, and everybody who looks at it. */
class Desk {
  readonly #answers = new Map<string, Promise<Served>>();

  private constructor(
    readonly portal: Portal,
    readonly gate: ModelGate,
    readonly users: readonly SignedIn[],
    private readonly trying: { isOn: boolean },
    public served: Model,
  ) {}

  static async open(open: Open, files: readonly RawFile[]): Promise<Desk> {
    const registry = built(files, PROGRAM);
    if (!registry) {
      const b = buildRegistry(files, PROGRAM); if (!b.ok) console.log(b.problems.map(formatProblem));
      throw new Error("the registry is not valid");
    }
    const trying = { isOn: false };
    const openTrying: Open = async (content) => withTries(await open(content), trying);
    const fill = Object.assign(fillAnyRegistry, { template: `any_${registry.version}` });
    const portal = await openPortal({ open: openTrying, registry, features: [], fill });
    const gate = new ModelGate({
      opening: Promise.resolve(portal.database),
      dataDir: temporaryFolder(),
      program: PROGRAM,
      isHolding: true,
      now: () => new Date(),
      log: () => undefined,
    });
    const served = { registry, files };
    await gate.first({ ok: true, warnings: [], ...served });
    const users = madeUsers(registry).filter(({ user }) => !user.startsWith("s2"));
    const signedIn = await Promise.all(users.map(async (user) => ({ ...user, token: await signIn(portal, user.user) })));
    return new Desk(portal, gate, signedIn, trying, served);
  }

  /** Puts an edit of the first files in force as an operator does, and says what is wrong with its plan; null: it cannot be put in force. */
  async apply(edit: RightsEdit): Promise<readonly string[] | null> {
    const files = edit.files();
    const registry = built(files, PROGRAM);
    if (!registry || registry.version === this.served.registry.version) return null;
    const was = this.served;
    const pages = pagesTouched(was.registry, registry);
    const before = await this.#seen(was.registry, pages);
    const next = { registry, files };
    const planned = planChanges(was, registry, PROGRAM, this.gate.undone());
    const isServed = await this.gate.pass(next, planned, () => undefined);
    const waiting = this.gate.waiting();
    const isBlocked = waiting?.changes.some(({ data }) => (data?.obstacles ?? []).length > 0) === true;
    if (isBlocked) return this.#takeBack();
    if (waiting) {
      await confirmStep(this.portal.database.kysely, waiting, "operator", new Date());
      if (!(await this.gate.pass(next, planned, () => undefined))) throw new Error(`${edit.what}: confirmed, and not served`);
    }
    this.served = next;
    this.portal.changeRegistry(registry);
    const [kept] = await keptModels(this.portal.database.kysely, 1);
    const step: Step = { changes: kept?.changes ?? [], was: was.registry, is: registry };
    const after = await this.#seen(registry, pages);
    const wrong = isServed === step.changes.some((change) => change.class === "held") ? ["served though it is held, or held though it is not"] : [];
    // A page with another id is compared with what it was; under its old id nothing is there to be compared.
    const isFormer = (id: string) => registry.modules[id] === undefined && [...pages].some((other) => other !== id && idBefore(step, other) === id);
    for (const id of [...pages].filter((each) => !isFormer(each)))
      for (const user of this.users) {
        const [one, other] = [before.get(`${user.user} ${idBefore(step, id)}`), after.get(`${user.user} ${id}`)];
        if (!one || !other) continue;
        const lines = [...unsaid(step, user, id, one, other), ...untrue(step, user, id, one, other)];
        wrong.push(...lines.map((line) => `${user.user} on ${id}: ${line}`));
      }
    return wrong;
  }

  async #takeBack(): Promise<null> {
    this.gate.settle();
    return null;
  }

  async #seen(registry: Registry, pages: ReadonlySet<string>): Promise<ReadonlyMap<string, Served>> {
    const found = new Map<string, Served>();
    for (const id of pages)
      for (const user of this.users) {
        const key = `${registry.version} ${user.user} ${id}`;
        const known = this.#answers.get(key) ?? this.#ask(registry, user, id);
        this.#answers.set(key, known);
        found.set(`${user.user} ${id}`, await known);
      }
    return found;
  }

  async #ask(registry: Registry, user: SignedIn, id: string): Promise<Served> {
    const entity = registry.entities[registry.modules[id]?.entity ?? ""];
    const probes = entity && entity.view === null ? await probesOf(this.portal.database.kysely, entity.table, user.shop) : [];
    const tries = async (path: string, params: Readonly<Record<string, string>>) => {
      this.trying.isOn = true;
      const { Code } = await call(this.portal, user.token, path, params).finally(() => {
        this.trying.isOn = false;
      });
      return Code === MADE;
    };
    return servedTo(this.portal, registry, user, id, { probes, tries });
  }
}

/** Rows of the user's shop from first to last, and one of another shop. */
async function probesOf(db: Db, table: string, shop: string): Promise<readonly number[]> {
  const rows = await db.selectFrom(table).selectAll().orderBy("Id").execute();
  const [own, others] = [rows.filter((row) => row.SHOP_ID === shop || row.SHOP_ID === undefined), rows.filter((row) => row.SHOP_ID !== shop)];
  const step = Math.max(1, Math.ceil(own.length / 3));
  return [...own.filter((_, at) => at % step === 0), ...others.slice(0, 1)].map(({ Id }) => Number(Id));
}

/** The pages that an edit may reach: those whose model, or whose entities' models, are others than before. What is alike cannot differ. */
function pagesTouched(was: Registry, is: Registry): ReadonlySet<string> {
  const ids = new Set([...Object.keys(was.modules), ...Object.keys(is.modules)]);
  const signs = [was, is].map((registry) => new Map([...ids].map((id) => [id, signOf(registry, id)])));
  return new Set([...ids].filter((id) => signs[0]?.get(id) !== signs[1]?.get(id)));
}

function signOf(registry: Registry, id: string): string {
  const profiles = Object.values(registry.profiles).map(({ name, flags, modules, entities, prints }) => {
    const module = modules[id];
    return [name, flags, module ?? null, ...(module ? entitiesNear({ ...registry.entities, ...entities }, module.entity) : []), prints];
  });
  return JSON.stringify([registry.shopProfiles, profiles, registry.prints], (_key, value) => (typeof value === "bigint" ? String(value) : value));
}

/** An entity, and those that it names or that name it. */
function entitiesNear(entities: Registry["entities"], name: string): readonly unknown[] {
  const named = new RegExp(`"(${name})"`);
  const own = JSON.stringify(entities[name]);
  return Object.values(entities).filter((each) => each.name === name || own.includes(`"${each.name}"`) || named.test(JSON.stringify(each)));
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
