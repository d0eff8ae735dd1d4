import { describe, expect, it } from "vitest";
import type { MenuEntry } from "../../src/shared/protocol/screen.ts";
import { judge, type Visit } from "../../src/web/app/guard.ts";

const page = (path: string, aliases: string[] = []): MenuEntry => ({
  MdlId: 1,
  PrtId: 9,
  path,
  aliases,
  name: path,
  title: path,
  icon: "",
  hidden: false,
  alwaysShow: false,
  affix: false,
  children: [],
});
const PAGES = [page("/group/Page"), page("/group/Stock", ["/old/Stock"])];
const visit = (pathname: string, part: Partial<Visit> = {}) => judge({ pathname, search: "", session: "in", pages: PAGES, ...part });
const SHOW = { kind: "show" };

describe("the guard", () => {
  it("leads the signed-out to the login page and remembers the way", () => {
    expect(visit("/group/Page", { session: "out" })).toEqual({ kind: "go", to: "/login?redirect=/group/Page" });
    expect(visit("/group/Page", { session: "out", search: "?a=1&b=2" })).toEqual({
      kind: "go",
      to: "/login?redirect=/group/Page%3Fa%3D1%26b%3D2",
    });
    expect(visit("/", { session: "out" })).toEqual({ kind: "go", to: "/login" });
    expect(visit("/404", { session: "out" })).toMatchObject({ kind: "go" });
  });

  it("forgets the way of who signed out on purpose", () => {
    expect(visit("/group/Page", { session: "left" })).toEqual({ kind: "go", to: "/login" });
  });

  it.each(["/login", "/register", "/suggestion"])("lets everybody see %s", (path) => expect(visit(path, { session: "out" })).toEqual(SHOW));

  it.each(["/index", "/404", "/group/Page", "/group/Page/show/12", "/group/Page/create", "/group/Page/12/edit", "/print/1/order"])(
    "shows %s to the signed-in",
    (path) => {
      expect(visit(path)).toEqual(SHOW);
    },
  );

  it.each([
    "/nowhere",
    "/group",
    "/group/Pagex",
    "/group/Page/show",
    "/group/Page/show/1/2",
    "/group/Page/create/1",
    "/group/Page/1",
    "/print/1",
  ])("sends %s to 404", (path) => {
    expect(visit(path)).toEqual({ kind: "go", to: "/404" });
  });

  it("resolves aliases, with what follows", () => {
    expect(visit("/old/Stock", { search: "?current=2" })).toEqual({ kind: "go", to: "/group/Stock?current=2" });
    expect(visit("/old/Stock/show/5")).toEqual({ kind: "go", to: "/group/Stock/show/5" });
    expect(visit("/old/Stock/5/edit")).toEqual({ kind: "go", to: "/group/Stock/5/edit" });
    expect(visit("/old/Stock/create", { search: "?a=1" })).toEqual({ kind: "go", to: "/group/Stock/create?a=1" });
  });

  it("sends the root and the signed-in at the login page home", () => {
    expect(visit("/")).toEqual({ kind: "go", to: "/index" });
    expect(visit("/login")).toEqual({ kind: "go", to: "/index" });
  });
});

describe("?redirect=", () => {
  const lead = (redirect: string) => visit("/login", { search: `?redirect=${encodeURIComponent(redirect)}` });

  it.each([
    ["/group/Page", "/group/Page"],
    ["/group/Page?current=2&x=%26", "/group/Page?current=2&x=%26"],
    ["/group/Page/show/7", "/group/Page/show/7"],
    ["/old/Stock", "/group/Stock"],
  ])("%s leads to %s", (redirect, to) => expect(lead(redirect)).toEqual({ kind: "go", to }));

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/..//evil.example",
    "javascript:alert(1)",
    "/group/Page/../../evil",
    "/nowhere",
    "\t//evil.example",
  ])("%s leads home", (redirect) => expect(lead(redirect)).toEqual({ kind: "go", to: "/index" }));
});
