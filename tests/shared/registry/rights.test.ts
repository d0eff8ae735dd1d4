import { describe, expect, it } from "vitest";
import type { Audience, Registry } from "../../../src/shared/registry/model.ts";
import { changeText } from "../../../src/shared/registry/plan/change-text.ts";
import { diffModels } from "../../../src/shared/registry/plan/diff-models.ts";
import { rightsChanges } from "../../../src/shared/registry/plan/rights-changes.ts";
import { LANGUAGES, type Language } from "../../../src/shared/registry/problem-texts/translate.ts";
import { rightsOf } from "../../../src/shared/registry/rights/held.ts";
import { type RoleRights, rightsMatrix, roleOfSide } from "../../../src/shared/registry/rights/matrix.ts";
import type { RowRights } from "../../../src/shared/registry/rights/rows.ts";
import { tellsSensitive } from "../../../src/shared/registry/rights/sources.ts";
import { editsOf, someOf } from "./edits.ts";
import { buildMinimal, type Edit, minimalFiles, minimalRegistry } from "./minimal.ts";

const [BILL, BILLS] = ["schemas/entities/bill.json", "schemas/modules/bills/bills.json"];
const SIDES: readonly Audience[] = ["shop", "mall", "supplier"];

/** The small registry with a secret of the shop's that its page shows, and that is hidden from suppliers. */
const SECRET: readonly Edit[] = [
  [BILL, ["fields", "nick", "sensitive"], true],
  [BILLS, ["sections", 0, "fields"], ["Billid", "busdate", "ShopName", "size", "nick"]],
  [BILLS, ["hide", "supplier"], ["size", "nick"]],
];
const base = minimalRegistry(...SECRET);

const matrix = (registry: Registry, side: Audience, profile = "plain"): RoleRights => {
  const found = registry.profiles[profile];
  if (!found) throw new Error(profile);
  return rightsMatrix(registry, roleOfSide(found, side));
};
const outcomes = (language: Language, ...edits: readonly Edit[]) => {
  const next = minimalRegistry(...SECRET, ...edits);
  return rightsChanges(base, next).map((change) => `${change.class}: ${changeText(change, next, language)}`);
};

describe("what a role may", () => {
  it("is told by page, button, field, channel and row", () => {
    const supplier = matrix(base, "supplier").modules["101"];
    expect(supplier?.fields["Bill.Total"]).toEqual(["list", "filter", "export", "page", "print", "data"]);
    expect(supplier?.fields["Bill.Provider"]).toEqual(["list", "export", "print", "data"]);
    expect(supplier?.fields["Bill.nick"]).toBeUndefined();
    expect(supplier?.fields["BillLine.amount"]).toContain("page");
    expect(supplier?.rows).toMatchObject({
      entity: "Bill",
      whose: "supplier",
      visible: { gt: ["Statu", 0] },
      where: { in: ["Kind", ["in", "out"]] },
    });
    const shop = matrix(base, "shop").modules["101"];
    expect(shop?.fields["Bill.nick"]).toEqual(["page", "form", "data"]);
    expect(shop?.rows).toMatchObject({ whose: "shop", visible: null });
    expect(shop?.actions.map(({ name }) => name)).toContain("back");
    expect(supplier?.actions.map(({ name }) => name)).not.toContain("back");
  });

  it("is no field of lines that the page hides from him, also where nobody reads such a field of the head", () => {
    const lines = (...hiddenFrom: readonly Audience[]) =>
      minimalRegistry(
        ["schemas/entities/bill-line.json", ["fields", "file"], { title: "附件", type: "string", length: 20 }],
        [BILLS, ["lines", 0, "columns"], ["GoodsId", "amount", "file"]],
        [BILLS, ["lines", 0, "sums"]],
        ...hiddenFrom.map((side): Edit => [BILLS, ["hide", side], ["size", "file"]]),
      );
    const seen = (registry: Registry, side: Audience) => Object.keys(matrix(registry, side).modules["101"]?.fields ?? {});
    const [one, all] = [lines("supplier"), lines("supplier", "shop")];
    for (const side of ["supplier", "shop"] as const) expect(seen(lines(), side)).toContain("BillLine.file");
    expect(seen(one, "shop")).toContain("BillLine.file");
    for (const hidden of [seen(one, "supplier"), seen(all, "supplier"), seen(all, "shop")]) {
      expect(hidden).toContain("BillLine.amount");
      expect(hidden).not.toContain("BillLine.file");
    }
  });

  it("reads, exports and prints a page whose only button of that key is another side's", () => {
    const button = (key: string) => ({
      action: `by${key}`,
      title: key,
      key,
      audience: ["shop"],
      open: { module: 202, on: { GroupId: "GroupId" } },
    });
    const next = minimalRegistry(...SECRET, [BILLS, ["actions"], ["create", ...["query", "export", "print"].map(button)]]);
    const { functions, actions } = matrix(next, "supplier").modules["101"] ?? {};
    expect(functions).toEqual(expect.arrayContaining(["query", "export", "print"]));
    expect(actions?.map(({ name }) => name)).not.toContain("byquery");
  });

  it("comes to a page of another one with that one alone, whatever a grant names", () => {
    const [bills] = Object.values(base.modules);
    if (bills === undefined) throw new Error("no module");
    const modules = { ...base.modules, 999: { ...bills, id: 999, entry: { ...bills.entry, of: bills.id } } };
    const held = (MdlId: number) => [...rightsOf(modules, "shop", { allModules: false, grants: [{ MdlId, Funcs: "query" }] }).keys()];
    expect(held(999)).toEqual([]);
    expect(held(bills.id)).toEqual([bills.id, 999]);
  });

  it("has no page that the shop's profile lacks", () => {
    const next = minimalRegistry(["schemas/modules/system/settings.json", ["when"], { flag: ["strict", true] }]);
    expect(matrix(next, "shop").modules["201"]).toBeUndefined();
    expect(matrix(next, "shop", "strict").modules["201"]).toBeDefined();
  });
});

const SHOWN = ["Billid", "busdate", "ShopName", "size"];
const columns = (name: string) => [
  "Billid",
  "busdate",
  "Provider",
  "amount",
  "Total",
  "tax",
  "Statu",
  "StatuZH",
  "canPay",
  "taskcount",
  name,
];

describe("what becomes of rights", () => {
  it("is told once for all shops, sides and fields that are alike", () => {
    expect(outcomes("en", [BILLS, ["hide"]])).toEqual([
      "held: supplier users newly see nick in page of 101 All bills",
      "access: supplier users newly see size in page of 101 All bills",
    ]);
    expect(outcomes("zh", [BILLS, ["hide"]])).toEqual([
      "held: 供应商用户新看到 101 All bills 的 别名(nick)：详情页",
      "access: 供应商用户新看到 101 All bills 的 大小(size)：详情页",
    ]);
  });

  it("names the profile where it is not alike", () => {
    expect(
      outcomes("en", ["schemas/overlays/strict.json", ["modules", "101", "columns"], { StatuZH: "remove", canPay: "remove" }]),
    ).toEqual(["access: shop, mall and supplier users newly see taskcount in list, export of 101 All bills (profile strict)"]);
  });

  it("names the shop that gets another profile", () => {
    expect(outcomes("en", ["schemas/overlays/strict.json", ["shops"], []]).every((line) => line.endsWith("(shop 0000000054)"))).toBe(true);
  });

  it("what may newly be filled in waits, and what is new to all does not", () => {
    const shown = (name: string): Edit => [BILLS, ["sections", 0, "fields"], ["Billid", "busdate", "ShopName", "size", "nick", name]];
    expect(outcomes("en", shown("tel"))).toEqual([
      "access: shop and mall users newly see tel in page, form of 101 All bills",
      "held: shop and mall users may newly fill in tel on 101 All bills",
      "access: supplier users newly see tel in page of 101 All bills",
    ]);
    expect(outcomes("zh", shown("tel"))[1]).toMatch(/^held: .*用户在 101 All bills 新可填写 电话\(tel\)$/);
    const fresh: Edit = [BILL, ["fields", "fresh"], { title: "新", type: "string", length: 10 }];
    expect(outcomes("en", fresh, shown("fresh")).filter((line) => line.startsWith("held"))).toEqual([]);
  });

  it("rows of others wait, whatever shows them", () => {
    const edits: readonly Edit[] = [
      [BILL, ["tenancy"], "shop"],
      [BILL, ["supplierReads"], true],
    ];
    expect(outcomes("en", ...edits)).toEqual([
      "held: supplier users see more rows of Bill, BillLine on 101 All bills, 102 Lines: the rows of the own supplier in the own shop → all rows of the own shop",
    ]);
    expect(outcomes("zh", ...edits)).toEqual([
      "held: 供应商用户在 101 All bills、102 Lines 看到的 单据(Bill)、单据明细(BillLine) 行更多：本供应商在本门店的行 → 本门店的所有行",
    ]);
  });

  it("rows of lines are more where their heads are no longer limited, and fewer where they come to be", () => {
    const open: Edit = [BILL, ["visibleTo"]];
    const lines = (was: Registry, is: Registry) =>
      rightsChanges(was, is)
        .map((change) => `${change.class}: ${changeText(change, is, "en")}`)
        .filter((line) => line.includes("102 Lines"));
    const opened = minimalRegistry(...SECRET, open);
    expect(lines(base, opened)).toEqual([
      expect.stringMatching(/^held: supplier users see more rows of Bill on .*102 Lines: Statu > .* → all$/),
    ]);
    expect(lines(opened, base)).toEqual([
      expect.stringMatching(/^access: supplier users see fewer rows of Bill on .*102 Lines: all → Statu > /),
    ]);
  });

  it.each<readonly [what: string, line: string, edits: readonly Edit[]]>([
    [
      "a column",
      "held: shop, mall and supplier users newly see nick in list, export of 101 All bills",
      [
        [BILLS, ["hide"]],
        [BILLS, ["columns"], columns("nick")],
        [BILLS, ["sections", 0, "fields"], SHOWN],
      ],
    ],
    [
      "a filter",
      "held: shop, mall and supplier users newly see nick in filter of 101 All bills",
      [
        [BILLS, ["hide"]],
        [BILLS, ["filters"], ["Billid", "nick"]],
        [BILLS, ["sections", 0, "fields"], SHOWN],
      ],
    ],
    [
      "a print",
      "held: supplier users newly see nick in page, print of 101 All bills",
      [
        [BILLS, ["hide"]],
        ["schemas/prints/bill.json", ["header"], ["Billid", "nick"]],
      ],
    ],
    [
      "a field that looks it up",
      "held: shop, mall and supplier users newly see BillLine.told in page of 101 All bills",
      [
        ["schemas/entities/bill-line.json", ["fields", "told"], { title: "x", type: "string", computed: { copy: "Billid.nick" } }],
        [BILLS, ["lines", 0], { entity: "BillLine", columns: ["GoodsId", "amount", "Total", "told"] }],
      ],
    ],
    [
      "a message",
      "held: messages to supplier users newly tell Bill.nick",
      [[BILL, ["states", "Statu", "transitions", "finish", "effects"], [{ notify: { to: "supplier", title: "Paid {nick}" } }]]],
    ],
  ])("what is sensitive waits, shown by %s", (_what, line, edits) => {
    expect(outcomes("en", ...edits)).toContain(line);
  });

  it("nothing, where nothing differs", () => {
    expect(rightsChanges(base, base)).toEqual([]);
  });
});

/** Every value that reaches somebody: profile, side, page, field, channel. */
function* reached(registry: Registry) {
  for (const profile of Object.keys(registry.profiles))
    for (const side of SIDES)
      for (const [module, { fields }] of Object.entries(matrix(registry, side, profile).modules))
        for (const [field, channels] of Object.entries(fields))
          for (const channel of channels) yield { profile, side, module, field, channel };
}

const RANKS = ["nobody", "supplier", "shop", "market", "everybody"];
const nodes = (rows: RowRights): RowRights[] => [rows, ...rows.of.flatMap(nodes)];

describe("no edit changes rights unseen", () => {
  /** What every shop's users may, and those of a shop without a profile; not what buttons are called, nor how a profile is. */
  const sign = (registry: Registry) => {
    const all = (profile: string) => SIDES.map((side) => matrix(registry, side, profile));
    return JSON.stringify([all("plain"), Object.entries(registry.shopProfiles).map(([shop, name]) => [shop, all(name)])]).replaceAll(
      /"title":"[^"]*"/g,
      "",
    );
  };
  const signOfBase = sign(base);
  const before = new Set([...reached(base)].map((each) => JSON.stringify(each)));
  const had = new Set([...reached(base)].map(({ side, module }) => `${side} ${module}`));

  it.each(minimalFiles(...SECRET).map(({ path, text }, index) => [path, text, index] as const))(
    "whatever is edited in %s and is valid",
    (file, text, index) => {
      const wrong: string[] = [];
      for (const { path, value } of someOf(editsOf(JSON.parse(text)), index)) {
        const built = buildMinimal(...SECRET, [file, path, value]);
        if (!built.ok) continue;
        const next = built.registry;
        const what = `/${path.join("/")} = ${JSON.stringify(value)}`;
        const changes = diffModels(base, next);
        const told = changes.flatMap((change) => (change.outcome ? [{ ...change.outcome, class: change.class, verb: change.verb }] : []));
        const isSame = signOfBase === sign(next);
        if (isSame !== (told.length === 0)) wrong.push(`${what}: ${isSame ? "told, but nothing differs" : "not told"}`);
        for (const each of reached(next)) {
          if (before.has(JSON.stringify(each)) || base.profiles[each.profile] === undefined) continue;
          const { side, module, field, channel, profile } = each;
          const isMine = (one: (typeof told)[number]) =>
            one.verb === "added" &&
            one.sides.includes(side) &&
            one.modules.includes(module) &&
            (one.profiles.length === 0 || one.profiles.includes(profile));
          const line = told.find(
            (one) =>
              isMine(one) && one.of === "columns" && one.names.includes(field) && (one.channels.includes(channel) || channel === "data"),
          );
          const page = told.find((one) => isMine(one) && one.of === "page");
          if (!line && !page) wrong.push(`${what}: ${JSON.stringify(each)}`);
          if (had.has(`${side} ${module}`) && tellsSensitive(next.entities, field) && line?.class !== "held")
            wrong.push(`${what}: ${JSON.stringify(each)} is not held`);
        }
        for (const side of SIDES)
          for (const [id, { rows }] of Object.entries(matrix(next, side).modules)) {
            const old = matrix(base, side).modules[id]?.rows;
            const isMore =
              old &&
              nodes(rows).some(({ entity, whose }) =>
                nodes(old).some((one) => one.entity === entity && RANKS.indexOf(one.whose) < RANKS.indexOf(whose)),
              );
            if (
              isMore &&
              !told.some((one) => one.of === "rows" && one.class === "held" && one.modules.includes(id) && one.sides.includes(side))
            )
              wrong.push(`${what}: ${side} ${id} reaches more rows`);
          }
        for (const language of LANGUAGES)
          for (const change of changes) expect(changeText(change, next, language)).not.toMatch(/undefined|\[object/);
      }
      expect(wrong).toEqual([]);
    },
  );
});
