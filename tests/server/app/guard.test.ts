import { beforeAll, describe, expect, it } from "vitest";
import { FEATURES } from "../../../src/server/features.ts";
import { apiRoutes } from "../../../src/server/http/route-table.ts";
import type { MenuEntry, MenuResult } from "../../../src/shared/protocol/screen.ts";
import { judge } from "../../../src/web/app/guard.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

const NO_MODULE = { status: 200, Code: 403, Msg: "不存在模块权限！" };
const ENDED = { status: 200, Code: 403, Msg: "由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能" };

/** The list of the specification; the first three are no modules. */
const LISTED = [
  "/UpdatePassWord",
  "/",
  "/index",
  "/messageAdmin/BoardLst",
  "/messageAdmin/MsgManage",
  "/logisticsReceiptsDemand/OrderManage",
  "/logisticsReceiptsDemand/AcceptManage",
  "/queryAnlysis/goodsForecast",
  "/accountChecking/AccountManage",
  "/queryAnlysis/StockQuery",
  "/accountChecking/BalanceManage",
  "/accountChecking/ForDhInvoiceLog",
  "/accountChecking/BalanceMakeOutAnInvoice",
];
/** The modules behind it. */
const OPEN_WITHOUT_CONTRACT = [510, 514, 522, 901, 902, 8901, 8902, 8906, 8908, 8911];

const MODULES = Object.values(registry.modules).map(({ id, entry, prints }) => ({ id: String(id), path: entry.path, prints }));
/** Every call on a module of the caller's choice; a new one is here by itself. */
const CALLS = apiRoutes(FEATURES).filter(
  ({ access, path }) => typeof access === "object" && (path.includes(":mdl") || path === "/Registry/GetModule"),
);

/** The first shop's user may have everything but has no contract; the second may have little; the third is a supplier of the first's shop. */
const USERS = ["admin153", "buyer54", "s153001"] as const;

describeEngine("the guard of the server", (open) => {
  let portal: Portal;
  const tokens = new Map<string, string>();
  const menus = new Map<string, MenuResult>();
  const granted = new Map<string, ReadonlySet<string>>();
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillDemoAccounts });
    for (const user of USERS) {
      const token = await signIn(portal, user);
      tokens.set(user, token);
      menus.set(user, (await call(portal, token, "Registry/GetModules")).Result);
      const { mdl } = (await call(portal, token, "login/GetUserInfo")).Result;
      const told = new Set<string>(mdl.map(({ MdlId }: { MdlId: number }) => String(MdlId)));
      const below = Object.values(registry.modules).filter(({ entry }) => entry.of !== null && told.has(String(entry.of)));
      granted.set(user, new Set([...told, ...below.map(({ id }) => String(id))]));
    }
  });

  const ask = (user: string, path: string, params: Readonly<Record<string, string>>): Promise<Answer> =>
    call(portal, tokens.get(user) ?? "", path, params);
  const isRefused = ({ Msg }: Answer) => Msg === NO_MODULE.Msg || Msg === ENDED.Msg;

  /** What the rules say of a user and a module. */
  function expected(user: string, id: string): typeof NO_MODULE | null {
    if (user === "admin153" && !OPEN_WITHOUT_CONTRACT.includes(Number(id))) return ENDED;
    return granted.get(user)?.has(id) === true ? null : NO_MODULE;
  }

  it("is asked by every call on a module", () => {
    expect(MODULES).toHaveLength(85);
    expect(CALLS.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "/Registry/GetModule",
        ...["GetPage", "Get", "Action", "Save", "Delete"].map((name) => `/Module/:mdl/${name}`),
      ]),
    );
  });

  it("has users that show each of its rules", () => {
    expect(granted.get("admin153")).toContain("8901");
    expect([...(granted.get("admin153") ?? [])].filter((id) => expected("admin153", id) === ENDED).length).toBeGreaterThan(20);
    expect(granted.get("buyer54")?.size).toBeGreaterThan(0);
    expect(granted.get("buyer54")).not.toContain("503");
    expect(granted.get("s153001")?.size).toBeGreaterThan(0);
  });

  describe.each(USERS)("for %s", (user) => {
    it.each(MODULES)("decides the same about $id ($path) on every call", async ({ id, prints }) => {
      const refusal = expected(user, id);
      const answers = new Map<string, Answer>();
      for (const { path } of CALLS) answers.set(path, await ask(user, path.slice(1).replace(":mdl", id), paramsFor(path, id)));
      for (const { template } of prints) {
        for (const path of ["GetPrintDoc", "GetPrintData", "GetPrintDataForLC"])
          answers.set(path, await ask(user, `Print/${path}`, { printtyp: template, ids: "1", mdl: id }));
        answers.set("GetPrintOrder", await ask(user, "Print/GetPrintOrder", { ordertype: template, ids: "1", mdl: id }));
        answers.set("GetPrintDocBids", await ask(user, "Print/GetPrintDocBids", { printtyp: template, id: "1", bids: "1", mdl: id }));
      }
      for (const [path, answer] of answers) {
        if (refusal === null) expect(isRefused(answer), `${path}: ${answer.Msg}`).toBe(false);
        else expect(answer, path).toMatchObject(refusal);
      }
      if (refusal === null) expect(answers.get("/Registry/GetModule")?.Code).toBe(200);
    });

    it("is told the same as in the browser, for every page, and no more than addresses of the others", async () => {
      const menu = menus.get(user);
      if (menu === undefined) throw new Error("no menu");
      const pages = menu.modules.flatMap(({ children }) => children);
      const visitor = { session: "in", pages, closed: menu.closed, limit: menu.limit } as const;
      for (const { id, path } of MODULES) {
        const { Code, Msg } = await ask(user, "Registry/GetModule", { mdl: id });
        const verdict = judge({ ...visitor, pathname: path, search: "" });
        const reason = Code === 200 ? undefined : Msg === ENDED.Msg ? "contractEnded" : "noModule";
        expect(verdict, path).toEqual(reason === undefined ? { kind: "show" } : { kind: "refuse", reason });
      }
      expect(pages.map(({ MdlId }: MenuEntry) => String(MdlId)).sort()).toEqual([...(granted.get(user) ?? [])].sort());
      expect(pages.length + menu.closed.length).toBe(MODULES.length);
      for (const page of menu.closed) expect(Object.keys(page).sort()).toEqual(["aliases", "path"]);
      expect(menu.limit).toEqual(user === "admin153" ? LISTED : null);
    });
  });

  it("leaves exactly the listed pages open to the shop whose contract ended, by every address", () => {
    const menu = menus.get("admin153");
    if (menu === undefined) throw new Error("no menu");
    const pages = menu.modules.flatMap(({ children }) => children);
    const visitor = { session: "in", pages, closed: menu.closed, limit: menu.limit, search: "" } as const;
    for (const pathname of LISTED) expect(judge({ ...visitor, pathname }).kind, pathname).not.toBe("refuse");
    const shown = pages.filter(({ path }) => judge({ ...visitor, pathname: path }).kind === "show");
    expect(shown.map(({ MdlId }) => MdlId).sort((a, b) => a - b)).toEqual(OPEN_WITHOUT_CONTRACT);
  });

  it("prints by template what is open, and says why not otherwise", async () => {
    const printed = (user: string, printtyp: string) => ask(user, "Print/GetPrintDoc", { printtyp, ids: "999999" });
    expect(isRefused(await printed("admin153", "order"))).toBe(false);
    expect(await printed("admin153", "balancepay")).toMatchObject(ENDED);
    expect(await printed("buyer54", "balancepay")).toMatchObject(NO_MODULE);
  });

  it("knows no module by a number that is none", async () => {
    for (const user of USERS) expect(await ask(user, "Module/99999/GetPage", {})).toMatchObject({ Code: 404 });
  });
});

/** Enough that a call passes its own checks of the parameters as far as they come before the guard; ids that no row has. */
function paramsFor(path: string, mdl: string): Record<string, string> {
  const params = { id: "999999999", ids: "999999999", action: "none", page: "2" };
  return path.includes(":mdl") ? params : { ...params, mdl };
}
