import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rights } from "../../scripts/rights.ts";
import { runScript } from "../project/run-script.ts";
import { type TemporaryRegistry, temporaryLibrary } from "./temporary-registry.ts";

let registry: TemporaryRegistry;
beforeEach(() => {
  registry = temporaryLibrary();
});
afterEach(() => registry.remove());
const run = (...flags: string[]) => runScript(rights, "--dir", registry.dir, ...flags);

describe("npm run rights", () => {
  it("tells a role page by page", async () => {
    const flags = ["--side", "supplier", "--module", "202", "--field", "paid"];
    expect((await run(...flags)).out.split("\n")).toEqual([
      "supplier users, profile plain",
      "  202 罚款",
      "    functions: export, query",
      "    rows: the rows of the own supplier in the own shop",
      "    columns:",
      "      paid 已交: list, export, page",
    ]);
    expect((await run(...flags, "--lang", "zh")).out.split("\n")).toEqual([
      "供应商用户，方案 plain",
      "  202 罚款",
      "    功能：export、query",
      "    行：本供应商在本门店的行",
      "    列：",
      "      paid 已交：列表、导出、详情页",
    ]);
  });

  it("tells all roles to programs", async () => {
    const told = JSON.parse((await run("--format", "json", "--shop", "0000000002")).out);
    expect(told.map(({ side, profile }: { side: string; profile: string }) => [side, profile])).toEqual([
      ["shop", "school"],
      ["mall", "school"],
      ["supplier", "school"],
    ]);
  });

  it("says why, with the places", async () => {
    const why = (side: string, what: string) => run("--side", side, "--module", "202", "--why", what);
    expect(await why("supplier", "waive")).toMatchObject({
      code: 3,
      out: [
        "supplier users, profile plain: no",
        "  allows audience: shop, supplier  (schemas/modules/lending/fines.json:4:11)",
        "  allows functions: all modules, export, query",
        "  refuses audience: shop  (schemas/modules/lending/fines.json:8:40)",
        "  refuses by: shop  (schemas/entities/fine.json:54:17)",
        "  refuses key: close",
        "  limits from: open  (schemas/entities/fine.json:52:19)",
        "  limits tenancy: shop+supplier  (schemas/entities/fine.json:5:14)",
      ].join("\n"),
    });
    expect(await why("shop", "waive")).toMatchObject({
      code: 0,
      out: expect.stringContaining("allows by: shop  (schemas/entities/fine.json:54:17)"),
    });
    expect(await why("supplier", "rate")).toMatchObject({
      code: 0,
      out: expect.stringContaining("notes columns: rate  (schemas/modules/lending/fines.json:5:76)"),
    });
    expect(await why("supplier", "add")).toMatchObject({ code: 3, out: expect.stringContaining("refuses functionSides: create") });
  });

  it("says what is wrong with a call or with the files", async () => {
    expect(await run("--module", "999")).toMatchObject({ code: 1, err: "there is no module 999" });
    expect(await run("--module", "202", "--why", "nothing")).toMatchObject({
      code: 1,
      err: "module 202 has no function, button or field nothing",
    });
    expect(await run("--profile", "nothing")).toMatchObject({ code: 1, err: expect.stringContaining("there are plain, school") });
    expect(await run("--why", "page")).toMatchObject({ code: 2, err: expect.stringContaining("--why needs --module") });
    expect(await run("--user", "a")).toMatchObject({ code: 2, err: expect.stringContaining("--user needs --shop") });
    expect(await run("--side", "bank")).toMatchObject({ code: 2, err: expect.stringContaining("--side is one of") });
    expect(await run("--format", "xml")).toMatchObject({ code: 2, err: expect.stringContaining("--format is text or json") });
    expect(await run("--lang", "fr")).toMatchObject({ code: 2, err: expect.stringContaining("--lang is zh or en") });
    expect(await run("--mistake")).toMatchObject({ code: 2, err: expect.stringContaining("--mistake") });
    expect(await run("--help")).toMatchObject({ code: 0, out: expect.stringContaining("npm run rights") });
    registry.write("modules.json", "{");
    expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining("modules.json:1:2") });
  });
});
