import { describe, expect, it } from "vitest";
import type { MenuEntry } from "../../src/shared/protocol/screen.ts";
import { judge, type Visit } from "../../src/web/app/guard.ts";

const page = (MdlId: number, path: string, aliases: string[] = []): MenuEntry => ({
  MdlId,
  PrtId: 9,
  path,
  aliases,
  name: path,
  title: path,
  pinyin: "",
  icon: "",
  hidden: false,
  alwaysShow: false,
  affix: false,
  children: [],
});
const PAGES = [page(1, "/group/Page"), page(2, "/group/Stock", ["/old/Stock"])];
const CLOSED = [
  { path: "/group/Secret", aliases: ["/old/Secret"] },
  { path: "/group/Bills", aliases: ["/old/Bills"] },
];
/** What stays open while the contract is over; both of the pages by their aliases. */
const LIMIT = ["/", "/index", "/UpdatePassWord", "/old/Stock", "/old/Bills"];

const visit = (pathname: string, part: Partial<Visit> = {}) =>
  judge({ pathname, search: "", session: "in", pages: PAGES, closed: CLOSED, limit: null, ...part });
const SHOW = { kind: "show" };
const go = (to: string) => ({ kind: "go", to });
const NO_MODULE = { kind: "refuse", reason: "noModule" };
const ENDED = { kind: "refuse", reason: "contractEnded" };

describe("the guard", () => {
  it("leads the signed-out to the login page and remembers the way, to unknown addresses too", () => {
    expect(visit("/group/Page", { session: "out" })).toEqual(go("/login?redirect=/group/Page"));
    expect(visit("/group/Page", { session: "out", search: "?a=1&b=2" })).toEqual(go("/login?redirect=/group/Page%3Fa%3D1%26b%3D2"));
    expect(visit("/", { session: "out" })).toEqual(go("/login"));
    expect(visit("/404", { session: "out" })).toEqual(go("/login?redirect=/404"));
    expect(visit("/nowhere", { session: "out" })).toEqual(go("/login?redirect=/nowhere"));
    expect(visit("/UpdatePassWord", { session: "out" })).toEqual(go("/login?redirect=/UpdatePassWord"));
  });

  it("forgets the way of who signed out on purpose", () => {
    expect(visit("/group/Page", { session: "left" })).toEqual(go("/login"));
  });

  it.each(["/login", "/register", "/suggestion"])("lets everybody see %s", (path) => {
    expect(visit(path, { session: "out" })).toEqual(SHOW);
    expect(visit(path, { session: "left" })).toEqual(SHOW);
  });

  it.each(["/register", "/suggestion"])("lets the signed-in see %s, whatever the contract says", (path) => {
    expect(visit(path)).toEqual(SHOW);
    expect(visit(path, { limit: LIMIT })).toEqual(SHOW);
  });

  it.each([
    "/index",
    "/404",
    "/UpdatePassWord",
    "/group/Page",
    "/group/Page/show/12",
    "/group/Page/create",
    "/group/Page/12/edit",
    "/print/1/order",
  ])("shows %s to the signed-in", (path) => {
    expect(visit(path)).toEqual(SHOW);
  });

  it.each([
    "/nowhere",
    "/group",
    "/group/Pagex",
    "/group/page",
    "/group/Page/show",
    "/group/Page/show/1/2",
    "/group/Page/merged/show/12",
    "/group/Page/create/1",
    "/group/Page/1",
    "/print/1",
    "/print/x/order",
    "//group/Page",
  ])("sends %s to 404", (path) => {
    expect(visit(path)).toEqual(go("/404"));
  });

  it("resolves aliases, with what follows", () => {
    expect(visit("/old/Stock", { search: "?current=2" })).toEqual(go("/group/Stock?current=2"));
    expect(visit("/old/Stock/show/5")).toEqual(go("/group/Stock/show/5"));
    expect(visit("/old/Stock/5/edit")).toEqual(go("/group/Stock/5/edit"));
    expect(visit("/old/Stock/create", { search: "?a=1" })).toEqual(go("/group/Stock/create?a=1"));
  });

  it("takes slashes at the end away", () => {
    expect(visit("/group/Page/", { search: "?a=1" })).toEqual(go("/group/Page?a=1"));
    expect(visit("/old/Stock/")).toEqual(go("/group/Stock"));
    expect(visit("/UpdatePassWord/")).toEqual(go("/UpdatePassWord"));
  });

  it("sends the root and the signed-in at the login page home", () => {
    expect(visit("/")).toEqual(go("/index"));
    expect(visit("/login")).toEqual(go("/index"));
  });

  it.each(["/group/Secret", "/old/Secret", "/group/Secret/show/1", "/group/Secret/create", "/old/Secret/7/edit", "/print/77/order"])(
    "refuses %s, which is there but not granted",
    (path) => expect(visit(path)).toEqual(NO_MODULE),
  );
});

describe("an ended contract", () => {
  const ended = (pathname: string) => visit(pathname, { limit: LIMIT });

  it.each(["/index", "/UpdatePassWord", "/group/Stock", "/group/Stock/show/1", "/print/2/stock"])("leaves %s open", (path) =>
    expect(ended(path)).toEqual(SHOW),
  );

  it("knows a page by any of its addresses", () => {
    expect(ended("/old/Stock")).toEqual(go("/group/Stock"));
    expect(ended("/")).toEqual(go("/index"));
  });

  it.each(["/group/Page", "/group/Page/show/1", "/group/Page/create", "/print/1/order", "/404"])("closes %s", (path) =>
    expect(ended(path)).toEqual(ENDED),
  );

  it("is asked before the right to a module, and before whether there is such an address", () => {
    expect(ended("/group/Secret")).toEqual(ENDED);
    expect(ended("/nowhere")).toEqual(ENDED);
    expect(ended("/group/Bills")).toEqual(NO_MODULE);
    expect(ended("/old/Bills/show/1")).toEqual(NO_MODULE);
  });

  it("comes after the token", () => {
    expect(visit("/group/Page", { session: "out", limit: LIMIT })).toEqual(go("/login?redirect=/group/Page"));
    expect(ended("/login")).toEqual(go("/index"));
  });

  it("leaves home open whatever the list says: a refusal leads there", () => {
    expect(visit("/index", { limit: [] })).toEqual(SHOW);
    expect(visit("/", { limit: [] })).toEqual(go("/index"));
  });
});

describe("?redirect=", () => {
  const lead = (redirect: string) => visit("/login", { search: `?redirect=${encodeURIComponent(redirect)}` });

  it.each([
    ["/group/Page", "/group/Page"],
    ["/group/Page?current=2&x=%26", "/group/Page?current=2&x=%26"],
    ["/group/Page/show/7", "/group/Page/show/7"],
    ["/old/Stock", "/group/Stock"],
    ["/UpdatePassWord?personId=L", "/UpdatePassWord?personId=L"],
    ["/print/1/order?ids=3", "/print/1/order?ids=3"],
    // To be told there that it is not granted.
    ["/old/Secret", "/group/Secret"],
  ])("%s leads to %s", (redirect, to) => expect(lead(redirect)).toEqual(go(to)));

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/..//evil.example",
    "javascript:alert(1)",
    "/group/Page/../../evil",
    "/print/1/..//evil",
    "/nowhere",
    "/login",
    "\t//evil.example",
  ])("%s leads home", (redirect) => expect(lead(redirect)).toEqual(go("/index")));
});
