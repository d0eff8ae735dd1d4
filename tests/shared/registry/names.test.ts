import { describe, expect, it } from "vitest";
import { loadFiles } from "../../../src/server/registry/registry-files.ts";
import { buildRegistry } from "../../../src/shared/build-registry.ts";
import { contextOf } from "../../../src/shared/registry/context.ts";
import { completions } from "../../../src/shared/registry/names/complete.ts";
import { reference } from "../../../src/shared/registry/names/reference.ts";
import { type Edit, rename, type Thing, whereUsed } from "../../../src/shared/registry/names/rename.ts";
import { namesOf, usesOf } from "../../../src/shared/registry/names/uses.ts";
import type { RawFile } from "../../../src/shared/registry/place.ts";
import { readSources } from "../../../src/shared/registry/sources.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const { files } = loadFiles(ROOT);
const context = contextOf(readSources(files).sources, {}).context;
const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? "";

/** Files and pointers of the uses, each once. */
function places(thing: Thing): string[] {
  const told = whereUsed(context, thing).map(({ at }) => at.problem(""));
  return [...new Set(told.map(({ file, pointer }) => `${file.split("/").at(-1)} ${pointer}`))];
}

function edited(edits: readonly Edit[]): RawFile[] {
  return files.map(({ path, text }) => {
    const own = edits.filter(({ file }) => file === path).toReversed();
    return {
      path,
      text: own.reduce((now, { offset, length, text: put }) => now.slice(0, offset) + put + now.slice(offset + length), text),
    };
  });
}

describe("the walker", () => {
  it("finds nothing unknown in the portal's own files", () => {
    expect(buildRegistry(files).ok).toBe(true);
  });

  it("names only fields that are declared", () => {
    const named = new Set(namesOf(context, "field").map(({ name }) => name));
    const declared = new Set(namesOf(context, "field").flatMap(({ name, isDeclared }) => (isDeclared ? [name] : [])));
    expect([...named].filter((name) => !declared.has(name))).toEqual([]);
  });

  it("knows where every condition is asked", () => {
    const settings = (usesOf(context).parts.get("condition") ?? []).map(({ setting }) => setting);
    expect(settings.filter((setting) => setting === undefined)).toEqual([]);
  });
});

describe("where a name is used", () => {
  it("tells a transition with the buttons that run it", () => {
    const found = places({ kind: "transition", entity: "BalancePay", name: "bankpaid" });
    expect(found).toContain("balance-pay.json /states/Statu/transitions/bankpaid");
  });

  it("tells an entity in entities, modules and prints", () => {
    const found = places({ kind: "entity", name: "Balance" });
    expect(found).toContain("balance.json /name");
    expect(found).toContain("balance-manage.json /entity");
    expect(found.length).toBeGreaterThan(10);
  });

  it("tells a state apart from the same code of another field", () => {
    const found = places({ kind: "code", entity: "BalancePay", field: "Statu", name: "25" });
    expect(found.every((place) => !place.includes("PaymentVoucher"))).toBe(true);
    expect(found.some((place) => place.startsWith("balance-pay.json /states/Statu/transitions/"))).toBe(true);
  });
});

describe("renaming", () => {
  it.each<[Thing, string]>([
    [{ kind: "field", entity: "BalancePlan", name: "plandate" }, "dueday"],
    [{ kind: "entity", name: "BalancePlan" }, "PaymentPlan"],
    [{ kind: "transition", entity: "BalancePay", name: "confirm" }, "approve"],
    [{ kind: "template", name: "balance" }, "statement"],
    [{ kind: "enum", name: "InvoiceType" }, "InvoiceKind"],
  ])("%j leaves the registry valid and nothing of the old name", (thing, to) => {
    const { edits, shared } = rename(context, [thing], to);
    expect(shared).toEqual([]);
    expect(edits.length).toBeGreaterThan(1);
    const after = edited(edits);
    const { context: now } = contextOf(readSources(after).sources, {});
    const result = buildRegistry(after);
    expect(result.ok ? [] : result.problems).toEqual([]);
    const entity = thing.entity === undefined ? {} : { entity: thing.entity };
    expect(whereUsed(now, { ...thing, ...entity })).toEqual([]);
    expect(whereUsed(now, { ...thing, name: to })).toHaveLength(whereUsed(context, thing).length);
  });

  it("does not rename what other entities share", () => {
    const { shared } = rename(context, [{ kind: "field", entity: "Balance", name: "Remark" }], "note");
    expect(shared.map(({ file }) => file)).toContain("schemas/shared/mixins.json");
  });
});

describe("completion", () => {
  it("offers the fields of the entity that the name is of", () => {
    const file = "schemas/modules/account-checking/balance-plan.json";
    const found = completions(context, file, textOf(file).indexOf("plandate"));
    expect(found).toContain("plandate");
    expect(found).toContain("TotalMoney");
    expect(found).not.toContain("GoodsId");
  });

  it("offers nothing where no name stands", () => {
    expect(completions(context, "modules.json", 0)).toEqual([]);
  });
});

describe("the reference", () => {
  it("lists every word once, with what it names", () => {
    const words = reference();
    expect(new Set(words.map(({ path }) => path)).size).toBe(words.length);
    expect(words.find(({ path }) => path === "module/filters/*/default")?.description).toMatch(/^Ready value/);
    expect(words.find(({ path }) => path === "module/entity")?.names).toBe("entity");
    expect(words.find(({ path }) => path === "entity/fields/*/on")?.names).toBe("field");
  });
});
