import { afterAll, beforeAll, expect, it } from "vitest";
import { whereUsedCommand } from "../../scripts/where-used.ts";
import { runScript } from "../project/run-script.ts";
import { type TemporaryRegistry, temporaryLibrary } from "./temporary-registry.ts";

let library: TemporaryRegistry;
beforeAll(() => {
  library = temporaryLibrary();
});
afterAll(() => library.remove());

const run = (...args: string[]) => runScript(whereUsedCommand, "--dir", library.dir, ...args);

it("tells where a field of one entity is declared and used", async () => {
  const { code, out } = await run("Loan.deposit");
  expect(code).toBe(0);
  const [declared = "", used = ""] = out.split(/\nused \(\d+\)\n/);
  expect(declared).toMatch(/^declared\n {2}schemas\/entities\/loan\.json:\d+:\d+ \/fields\/deposit$/);
  expect(used).toMatch(/schemas\/modules\/lending\/loans\.json:\d+:\d+ \/columns\/8/);
  expect(used).not.toContain("loan-line.json:");
});

it("tells a page by its number, and a right by its key", async () => {
  expect((await run("201")).out).toMatch(
    /declared\n {2}modules\.json:\d+:\d+ \S+\/id\nused \(\d+\)\n {2}schemas\/overlays\/school\.json:\d+:\d+ \/modules\/201/,
  );
  expect((await run("audit", "--lang", "zh")).out).toMatch(
    /^声明\n {2}schemas\/shared\/vocabulary\.json[\s\S]*使用（\d+）[\s\S]*loan\.json/,
  );
});

it("says when nothing is called so, and what is wrong with a call", async () => {
  expect(await run("Nothing")).toEqual({ code: 1, out: "nothing is called Nothing", err: "" });
  expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining("where-used -- NAME") });
  expect(await run("--mistake")).toMatchObject({ code: 2, err: expect.stringContaining("--mistake") });
  expect(await run("x", "--lang", "fr")).toMatchObject({ code: 2, err: expect.stringContaining("--lang is zh or en") });
  expect(await run("--help")).toMatchObject({ code: 0, out: expect.stringContaining("Balance.Statu") });
});
