import { beforeAll, expect, it } from "vitest";
import { CFB, read, utils } from "xlsx";
import { profileOf } from "../../../src/server/base/viewer.ts";
import type { Audience, Entity, Field, Module } from "../../../src/shared/registry/model.ts";
import { openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { EXPIRED, MALL, SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { Importer } from "./fixtures/importing.ts";

/** Somebody of each side who may do everything there. */
const SIDES = [
  { side: "shop", shop: SHOP, user: "admin" },
  { side: "mall", shop: MALL, user: "mall01" },
  { side: "supplier", shop: EXPIRED, user: "s3" },
] as const satisfies readonly { readonly side: Audience; readonly shop: string; readonly user: string }[];

const isImport = (side: Audience) => (action: Module["actions"][number]) =>
  action.name === "import" && action.transition === null && action.audience.includes(side);
/** Every page that somebody brings rows in on, with who does. */
const PAGES = SIDES.flatMap(({ side, shop, user }) =>
  Object.values(profileOf(registry, shop).modules)
    .filter(({ audience, actions }) => audience.includes(side) && actions.some(isImport(side)))
    .map((page) => [`${page.entity} of page ${page.id} for a ${side}`, page, shop, user] as const),
);

/** What a column's form says, by the type of its field. */
const FORMS: Readonly<Partial<Record<Field["type"], RegExp>>> = {
  string: /^文字/,
  text: /^文字/,
  ref: /^.+的.+/,
  enum: /^选项：./,
  bool: /^选项：./,
  int: /^整数/,
  money: /^金额，如/,
  price: /^单价，如/,
  quantity: /^数量，如/,
  rate: /^比率，如/,
  date: /^日期，如/,
  datetime: /^时间，如/,
};

const entityOf = (name: string): Entity => {
  const found = registry.entities[name];
  if (found === undefined) throw new Error(`no entity ${name}`);
  return found;
};
/** The field that a column of a file is about: of the document, or of its lines. */
function fieldOf(entity: Entity, column: string): Field {
  const [name = "", of = entity.name] = column.split(".").reverse();
  const field = entityOf(of).fields[name];
  if (field === undefined) throw new Error(`no field ${column}`);
  return field;
}
/** Whether the shop's profile leaves the field to forms: where accounts change by application they do not. */
const isWritten = (shop: string, { name }: Entity, column: string): boolean =>
  profileOf(registry, shop).entities[name]?.fields[column]?.isReadonly !== true;

describeEngine("the template of every page", (open) => {
  let portal: Portal;
  const importers = new Map<string, Importer>();
  beforeAll(async () => {
    portal = await openPortal({ open });
    await portal.database.kysely.updateTable("shop").set({ contractend: "2099-12-31" }).where("SHOP_ID", "=", EXPIRED).execute();
    for (const { user } of SIDES) importers.set(user, new Importer(portal, await signIn(portal, user)));
  });

  it("is of every entity that can be brought in", () => {
    const taken = Object.values(registry.entities).filter(({ import: word }) => word !== null);
    expect([...new Set(PAGES.map(([, { entity }]) => entity))].sort()).toEqual(taken.map(({ name }) => name).sort());
  });

  it.each(PAGES)("offers the choices of each column, and explains each: %s", async (_title, page, shop, user) => {
    const { bytes } = await (importers.get(user) as Importer).file("Template", { mdl: page.id });
    const book = read(bytes);
    const table = (sheet: string) => utils.sheet_to_json<string[]>(book.Sheets[sheet] ?? {}, { header: 1, defval: "" });
    const [dataSheet = ""] = book.SheetNames;
    const [headings = []] = table(dataSheet);
    const [explained = [], ...rest] = table("说明");
    const columns = rest.slice(0, headings.length).map((cells) => Object.fromEntries(explained.map((name, at) => [name, cells[at] ?? ""])));
    const entity = entityOf(page.entity);
    const { key, columns: own, lines, update } = entity.import ?? { key: [], columns: [], lines: null, update: [] };

    // Each column stands in both sheets, in the same order.
    expect(headings.map((heading) => heading.replace(/\*$/, ""))).toEqual(columns.map(({ 列名 }) => 列名));
    const names = columns.map(({ 字段 }) => String(字段));
    const all = [...own, ...(lines?.columns ?? []).map((name) => `${lines?.entity}.${name}`)];
    expect(names).toEqual(all.filter((name) => names.includes(name)));
    // A page of some rows of an entity says itself what these have in common, and a supplier's who he is.
    if (page.where === null && user !== "s3") expect(names).toEqual(all.filter((name) => isWritten(shop, entity, name)));
    expect(columns.map(({ 必填 }) => 必填)).toEqual(headings.map((heading) => (heading.endsWith("*") ? "是" : "")));
    expect(names.filter((_name, n) => columns[n]?.识别已有数据 === "是").sort()).toEqual([...key].sort());
    const updatable = names.filter((_name, n) => columns[n]?.可修改 === "是");
    expect(update).toEqual(expect.arrayContaining(updatable));
    if (update.length > 0) expect(updatable).not.toEqual([]);
    for (const [n, name] of names.entries()) {
      const { type } = fieldOf(entity, name);
      expect(columns[n]?.填写, name).toMatch(FORMS[type] ?? "no form is known of this type");
      expect(columns[n]?.示例, name).not.toBe("");
    }
    const rules = rest.slice(headings.length).flat().join("\n");
    expect(rules).toContain("第一行是列名");
    for (const name of key) expect(rules).toContain(fieldOf(entity, name).title);

    // A spreadsheet offers the titles of the field's values, and those alone.
    const offered = choicesOf(bytes, table("选项"));
    const chosen = names.flatMap((name, at) => (["enum", "bool"].includes(fieldOf(entity, name).type) ? [at] : []));
    expect([...offered.keys()].sort((a, b) => a - b)).toEqual(chosen);
    for (const [at, titles] of offered) {
      const known = fieldOf(entity, names[at] ?? "").values.map(({ text }) => text);
      expect(titles.length, names[at]).toBeGreaterThan(1);
      expect(known, names[at]).toEqual(expect.arrayContaining([...titles]));
    }
  });
});

/** What a spreadsheet offers below the headings of the first sheet: by the place of a column the texts of the range that it names. */
function choicesOf(bytes: Buffer, choices: readonly (readonly string[])[]): ReadonlyMap<number, readonly string[]> {
  const found = CFB.find(CFB.read(bytes, { type: "buffer" }), "/xl/worksheets/sheet1.xml");
  const xml = Buffer.from(found?.content ?? []).toString("utf8");
  const rules = xml.matchAll(
    /<dataValidation type="list"[^>]* sqref="([A-Z]+)2:\1(\d+)"><formula1>'选项'!\$([A-Z]+)\$2:\$\3\$(\d+)<\/formula1><\/dataValidation>/g,
  );
  return new Map(
    [...rules].map(([, column = "", last, from = "", to]) => {
      expect(Number(last)).toBeGreaterThanOrEqual(1000);
      const listed = choices.slice(1, Number(to)).map((row) => String(row[utils.decode_col(from)] ?? ""));
      return [utils.decode_col(column), listed];
    }),
  );
}
