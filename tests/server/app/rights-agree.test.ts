import { beforeAll, expect, it } from "vitest";
import { accounts, askedOf } from "../../../src/server/auth/account.ts";
import { PROGRAM } from "../../../src/server/features.ts";
import { loadFiles } from "../../../src/server/registry/registry-files.ts";
import type { ScreenModel } from "../../../src/shared/protocol/screen.ts";
import { contextOf } from "../../../src/shared/registry/context.ts";
import type { Module } from "../../../src/shared/registry/model.ts";
import type { Language } from "../../../src/shared/registry/problem-texts/translate.ts";
import { reportText, rightsReport, stepText } from "../../../src/shared/registry/rights/report.ts";
import { type Asked, explain } from "../../../src/shared/registry/rights/why.ts";
import { readSources } from "../../../src/shared/registry/sources.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { TODAY } from "./fixtures/world.ts";

/**
 * Of the first's shop the contract is over, of the second he is a supplier; then a mall's user, users of groups that hold little, a
 * bidder, one who holds nothing, and one who may not sign in. In the long run every user of the demo is asked.
 */
const SOME = ["admin153", "s153001", "admin01", "mgr39", "buyer54", "bid39", "none39", "off54"] as const;
const NO_ROW = "999999999";
const FORBIDDEN = 403;
const MODULES = Object.values(registry.modules);
const { context } = contextOf(readSources(loadFiles(process.cwd()).files).sources, PROGRAM);

describeEngine("what is said of a user's rights is what the server does", (open) => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillDemoAccounts });
  });

  it("on every page, for every function, button and column", { timeout: 3_600_000 }, async () => {
    const all = await accounts(portal.database.kysely, registry).orderBy("u.USER_ID").execute();
    const asked = new Map(all.map((each) => [each.USER_ID, askedOf(each, "", registry, new Date(`${TODAY}T10:00:00+08:00`))]));
    expect([...asked.keys()]).toEqual(expect.arrayContaining([...SOME]));
    const seen = { yes: 0, no: 0 };
    for (const user of process.env.TEST_LONG === "all" ? asked.keys() : SOME) {
      const who = asked.get(user);
      if (!who) throw new Error(`no user ${user}`);
      const wrong: string[] = [];
      for await (const [what, may, does] of who.faults.length > 0 ? ofNobody(user, who) : answersTo(user, who)) {
        seen[may ? "yes" : "no"]++;
        if (may !== does) wrong.push(`${what}: said ${may}, done ${does}`);
      }
      expect(wrong, user).toEqual([]);
    }
    expect(seen.yes).toBeGreaterThan(1000);
    expect(seen.no).toBeGreaterThan(1000);
  });

  it("and says what an ended contract closes", async () => {
    const account = await accounts(portal.database.kysely, registry).where("u.USER_ID", "=", "admin153").executeTakeFirstOrThrow();
    const who = askedOf(account, "管理员", registry, new Date(`${TODAY}T10:00:00+08:00`));
    const { may, steps } = told(who, 503, "page");
    const text = (language: Language) =>
      steps
        .filter(({ word }) => word === "contractGuard" || word === "allowPaths")
        .map((step) => `${stepText(step, registry, language)} ${step.at?.file}`);
    expect(may).toBe(false);
    expect(text("en")).toEqual([
      "notes contractGuard: ended on 2025-06-10 schemas/overlays/special.json",
      "refuses allowPaths: /accountChecking/BalancePay schemas/overlays/special.json",
    ]);
    expect(text("zh")).toEqual([
      "相关 合约：已于 2025-06-10 到期 schemas/overlays/special.json",
      "拒绝 合约到期后仍可打开的页面：/accountChecking/BalancePay schemas/overlays/special.json",
    ]);
    expect(told(who, 8901, "page").may).toBe(true);
    const closed = rightsReport(registry, who.role, "zh").filter(({ isClosed }) => isClosed);
    expect(closed.map(({ module }) => module)).toContain(503);
    expect(closed.map(({ module }) => module)).not.toContain(8901);
    expect(reportText(closed, "zh")).toContain("503 付款单（合约已到期，暂不能打开）");
  });

  type Compared = readonly [what: string, said: boolean, done: boolean];

  /** Of one who cannot sign in. */
  async function* ofNobody(user: string, who: Asked): AsyncGenerator<Compared> {
    await expect(signIn(portal, user), user).rejects.toThrow("failed");
    for (const { id } of MODULES) yield [`${id} page`, told(who, id, "page").may, false];
  }

  async function* answersTo(user: string, who: Asked): AsyncGenerator<Compared> {
    const token = await signIn(portal, user);
    for (const { id } of MODULES) {
      const ask = (path: string, params: Readonly<Record<string, string>> = {}) =>
        call(portal, token, path.replace(":mdl", String(id)), { mdl: String(id), ...params });
      const { Code, Result } = await ask("Registry/GetModule");
      const screen: ScreenModel | null = Code === 200 ? Result : null;
      yield [`${id} page`, told(who, id, "page").may, screen !== null];
      // As the shop has it, or as the files say where it has not got it.
      const module = who.role.profile.modules[id] ?? registry.modules[id];
      if (!module) throw new Error(`no module ${id}`);
      for (const key of module.functions) {
        const answer = await answerFor(ask, module, key);
        const isHeld = answer === null ? screen?.functions.includes(key) === true : answer.Code !== FORBIDDEN;
        yield [`${id} function ${key}`, told(who, id, `function:${key}`).may, isHeld];
      }
      for (const { name, transition } of module.actions) {
        const isThere = screen?.actions.some(({ action }) => action === name) === true;
        yield [`${id} button ${name}`, told(who, id, `action:${name}`).may, isThere];
        if (transition === null) continue;
        const { Code: done } = await ask("Module/:mdl/Action", { action: name, ids: NO_ROW, reason: "x" });
        // Of a row that is not there a user learns so only if he may do it; pictures go by a call of their own (400).
        if (done !== 400) yield [`${id} action ${name}`, told(who, id, `action:${name}`).may, done !== FORBIDDEN];
      }
      for (const { field } of module.columns.filter(({ isCarried }) => !isCarried)) {
        const isListed = screen?.columns.some((column) => column.field === field) === true && told(who, id, "function:query").may;
        yield [`${id} column ${field}`, listed(who, id, field), isListed];
      }
    }
  }

  const explained = new WeakMap<Asked, Map<string, ReturnType<typeof told>>>();

  function told(who: Asked, id: number, what: string): NonNullable<ReturnType<typeof explain>> {
    const known = explained.get(who) ?? new Map<string, NonNullable<ReturnType<typeof explain>>>();
    explained.set(who, known);
    const key = `${id} ${what}`;
    const answer = known.get(key) ?? explanation(who, id, what);
    known.set(key, answer);
    return answer;
  }

  function explanation(who: Asked, id: number, what: string) {
    const found = explain(context, registry, who, { module: String(id), what });
    if (found === null) throw new Error(`${id} has no ${what}`);
    return found;
  }

  function listed(who: Asked, id: number, field: string): boolean {
    const { may, steps } = told(who, id, `field:${field}`);
    return may && steps.some(({ word, says }) => word === "channels" && Array.isArray(says) && says.includes("list"));
  }

  /** A call that asks for the function alone; null: only calls about rows do. */
  async function answerFor(ask: (path: string, params?: Record<string, string>) => Promise<Answer>, { prints }: Module, key: string) {
    if (key === "query") return ask("Module/:mdl/GetPage", { page: "2" });
    if (key === "export") return ask("Module/:mdl/GetPage", { page: "2", purpose: "export" });
    const [print] = prints;
    return key === "print" && print ? ask("Print/GetPrintDoc", { printtyp: print.template, ids: NO_ROW }) : null;
  }
});
