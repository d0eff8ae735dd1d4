import { pinyin } from "pinyin-pro";
import { beforeAll, expect, it } from "vitest";
import type { HomeData } from "../../../src/shared/protocol/home.ts";
import { type FilterNode, type PageResult, WAITS, type WireRow } from "../../../src/shared/protocol/list.ts";
import type { ScreenModel, UserInfo } from "../../../src/shared/protocol/screen.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

const USERS = ["admin01", "admin54", "fin54", "boss54", "buyer54", "s054001", "s153001"] as const;

describeEngine("the right rows of a list", (open) => {
  let portal: Portal;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillDemoAccounts });
    for (const user of USERS) tokens.set(user, await signIn(portal, user));
  });

  const ask = async <T>(user: string, path: string, params: Readonly<Record<string, string>> = {}): Promise<T> => {
    const answer = await call(portal, tokens.get(user) ?? null, path, params);
    expect({ Code: answer.Code, Msg: answer.Msg }, `${user} ${path} ${JSON.stringify(params)}`).toEqual({ Code: 200, Msg: "" });
    return answer.Result as T;
  };
  const list = (user: string, mdl: number, filters: readonly FilterNode[], more: Readonly<Record<string, string>> = {}) =>
    ask<PageResult>(user, `Module/${mdl}/GetPage`, { rows: "5000", filter: JSON.stringify(filters), ...more });
  const screenOf = (user: string, mdl: number) => ask<ScreenModel>(user, "Registry/GetModule", { mdl: String(mdl) });
  const idsOf = ({ rows }: PageResult) => rows.map(({ Id }) => String(Id));
  /** What a list that is opened from the menu asks for, as the browser puts it. */
  const opened = ({ filters, waiting }: ScreenModel): FilterNode[] => {
    const waits = { field: WAITS, operator: "eq", value: true } as const;
    return filters
      .filter(({ initial }) => initial !== null)
      .map(({ field, operator, initial: value }) =>
        waiting.length === 0 ? { field, operator, value } : { operator: "or", value: [{ field, operator, value }, waits] },
      );
  };
  const orderOf = ({ defaultSort }: ScreenModel) => ({
    sort: defaultSort.map(({ field }) => field).join(","),
    order: defaultSort.map(({ order }) => order).join(","),
  });

  it("hides by no ready date what the home page counts, for every to-do", async () => {
    let counted = 0;
    for (const user of USERS) {
      for (const todo of (await ask<HomeData>(user, "login/GetHomePageData")).todos) {
        const ready = opened(await screenOf(user, todo.mdl));
        const { total } = await list(user, todo.mdl, [...todo.filters, ...ready], { rows: "1" });
        expect(total, `${user} ${todo.title}`).toBe(todo.count);
        counted += total;
      }
    }
    expect(counted).toBeGreaterThan(100);
  });

  it("begins with the rows of the viewer's to-dos, each once, and goes on in the order of the page", async () => {
    let seen = 0;
    for (const user of USERS) {
      const todos = (await ask<HomeData>(user, "login/GetHomePageData")).todos;
      for (const { MdlId } of (await ask<UserInfo>(user, "login/GetUserInfo")).mdl) {
        const screen = await screenOf(user, MdlId);
        if (screen.waiting.length === 0) continue;
        const filters = opened(screen);
        const page = idsOf(await list(user, MdlId, filters, orderOf(screen)));
        const waiting = new Set<string>();
        for (const todo of todos.filter(({ mdl }) => mdl === MdlId)) {
          for (const id of idsOf(await list(user, MdlId, todo.filters))) waiting.add(id);
        }
        expect(new Set(page.slice(0, waiting.size)), `${user} ${MdlId}`).toEqual(waiting);
        const own = screen.defaultSort.filter(({ field }) => field !== WAITS);
        const rest = idsOf(await list(user, MdlId, filters, orderOf({ ...screen, defaultSort: own })));
        expect(page.slice(waiting.size), `${user} ${MdlId}`).toEqual(rest.filter((id) => !waiting.has(id)));
        seen += waiting.size;
      }
    }
    expect(seen).toBeGreaterThan(100);
  });

  it("knows on a page without to-dos of his that nothing waits for the viewer", async () => {
    const [none, all] = [[{ field: WAITS, operator: "eq", value: true }], [{ field: WAITS, operator: "ne", value: true }]] as const;
    expect((await list("boss54", 524, none)).total).toBe(0);
    expect((await list("boss54", 524, all)).total).toBe((await list("boss54", 524, [])).total);
    const answer = await call(portal, tokens.get("boss54") ?? null, "Module/524/GetPage", { columns: WAITS });
    expect(answer.Code).toBe(400);
  });

  it("tells which filters hold a number", async () => {
    const numbers = async (mdl: number) =>
      (await screenOf("admin54", mdl)).filters.filter(({ isNumber }) => isNumber).map(({ field }) => field);
    expect(await numbers(510)).toEqual(["Billid"]);
    expect(await numbers(514)).toEqual(["BalaBillid", "Number"]);
    expect(await numbers(8902)).toEqual(["Billid", "OrderBillid"]);
    expect(await numbers(9013)).toEqual([]);
  });

  const found = async (field: string, value: string, mdl = 510, operator: "contains" | "eq" = "contains") =>
    idsOf(await list("admin54", mdl, [{ field, operator, value }])).sort();
  const some = async (mdl = 510): Promise<WireRow> => {
    const [row] = (await list("admin54", mdl, [], { rows: "1" })).rows;
    if (row === undefined) throw new Error(`${mdl} has no row`);
    return row;
  };
  const wide = (text: string) => text.replaceAll(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));

  it("finds a number in full-width digits, with blanks and in any case", async () => {
    const { Id, Billid } = await some();
    const number = String(Billid);
    for (const typed of [
      number.toLowerCase(),
      wide(number),
      ` ${number.slice(0, 4)} ${number.slice(4, 8)}　${number.slice(8)}`,
      `${number}\t`,
    ]) {
      expect(await found("Billid", typed), typed).toEqual([String(Id)]);
    }
    expect(await found("Billid", wide(number), 510, "eq")).toEqual([String(Id)]);
  });

  it("finds names by the first letters of how they sound, brackets of either width, and keeps that within the shop", async () => {
    const sound = (name: string) => pinyin(name, { pattern: "first", toneType: "none", type: "array" }).join("").slice(0, 3);
    const columns: readonly (readonly [number, string])[] = [
      [510, "Provider"],
      [104, "Provider"],
      [503, "Provider"],
      [8901, "StoreName"],
      [9013, "GoodsName"],
    ];
    for (const [mdl, field] of columns) {
      const name = String((await some(mdl))[field]);
      const written = await found(field, name, mdl);
      const letters = sound(name);
      expect(written.length, `${mdl} ${name}`).toBeGreaterThan(0);
      for (const typed of [letters, letters.toUpperCase(), wide(letters), [...letters].join(" ")]) {
        expect(await found(field, typed, mdl), `${mdl} ${name} ${typed}`).toEqual(expect.arrayContaining(written));
      }
      expect(await found(field, "qqzzqq", mdl)).toEqual([]);
    }
    const bracketed = (await list("admin54", 104, [])).rows.map(({ Provider }) => String(Provider)).find((name) => /[（(]/.test(name));
    if (bracketed !== undefined) {
      expect(await found("Provider", bracketed.normalize("NFKC"), 104)).toEqual(await found("Provider", bracketed, 104));
    }
    // Other suppliers of the shop sound so, and stay unseen.
    const others = idsOf(
      await list("s054001", 510, [{ field: "Provider", operator: "contains", value: sound(String((await some()).Provider)) }]),
    );
    const own = new Set(idsOf(await list("s054001", 510, [])));
    expect(others.filter((id) => !own.has(id))).toEqual([]);
  });

  it("offers names by their sound where one is chosen", async () => {
    const options = (search: string) =>
      ask<readonly { readonly label: string }[]>("admin54", "Module/501/Options", { field: "provid", search });
    const labels = async (search: string) => (await options(search)).map(({ label }) => label);
    const [name = ""] = await labels("");
    const letters = pinyin(name, { pattern: "first", toneType: "none", type: "array" }).join("").slice(0, 3);
    expect(await labels(letters.toUpperCase())).toContain(name);
    expect(await labels(`${name} `)).toEqual([name]);
    expect(await labels("qqzzqq")).toEqual([]);
  });
});
