import { pinyin } from "pinyin-pro";
import { beforeAll, describe, expect, it } from "vitest";
import { askedTerms } from "../../../src/server/query/search/asked-terms.ts";
import type { PageResult, WireRow } from "../../../src/shared/protocol/list.ts";
import type { UserInfo } from "../../../src/shared/protocol/screen.ts";
import type { FoundBill, FoundBills } from "../../../src/shared/protocol/search.ts";
import { ownNumbers } from "../../../src/shared/registry/rights/number-fields.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

/** Shops and suppliers of two shops, a mall, and people with some of the pages and with none. */
const USERS = ["admin01", "admin54", "fin54", "buyer54", "none54", "admin153", "s001001", "s054001", "s054002", "s153001"] as const;
type User = (typeof USERS)[number];

/** Pages with documents: those whose entity has numbers of its own, and which open a document. */
const PAGES = Object.values(registry.modules).filter(({ entity, page, sections }) => {
  const of = registry.entities[entity];
  return of !== undefined && ownNumbers(of).length > 0 && sections.length > 0 && (page === "list" || page === "override");
});

describeEngine("documents by what they are told by", (open) => {
  let portal: Portal;
  const tokens = new Map<User, string>();
  /** By user: `entity Id` of what his lists show to the number there. */
  const listed = new Map<User, Map<string, string>>();
  /** One of the oldest of every page and user; with test:long one of the newest, too. */
  const wanted = new Set<string>();
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillDemoAccounts });
    for (const user of USERS) {
      tokens.set(user, await signIn(portal, user));
      const mine = new Map<string, string>();
      const { mdl } = await ask<UserInfo>(user, "login/GetUserInfo");
      for (const page of PAGES.filter(({ id }) => mdl.some(({ MdlId }) => MdlId === id))) {
        const of = registry.entities[page.entity];
        // Of a shop whose contract is over most pages are closed: nothing is found there either.
        const answer = await call(portal, tokens.get(user) ?? null, `Module/${page.id}/GetPage`, { rows: "5000" });
        const rows = answer.Code === 403 ? [] : (answer.Result as PageResult).rows;
        for (const name of of === undefined ? [] : ownNumbers(of)) {
          const told = rows.filter((row) => String(row[name] ?? "") !== "");
          for (const row of told) mine.set(`${page.entity} ${String(row.Id)} ${name}`, String(row[name]));
          // The oldest is out of view in every list of 31 days.
          for (const row of IS_LONG ? [told[0], told.at(-1)] : [told.at(-1)]) if (row !== undefined) wanted.add(String(row[name]));
        }
      }
      listed.set(user, mine);
    }
  });

  const ask = async <T>(user: User, path: string, params: Readonly<Record<string, string>> = {}): Promise<T> => {
    const answer = await call(portal, tokens.get(user) ?? null, path, params);
    expect({ Code: answer.Code, Msg: answer.Msg }, `${user} ${path} ${JSON.stringify(params)}`).toEqual({ Code: 200, Msg: "" });
    return answer.Result as T;
  };
  const list = (user: User, mdl: number, filter: readonly object[] = []) =>
    ask<PageResult>(user, `Module/${mdl}/GetPage`, { rows: "5000", filter: JSON.stringify(filter) });
  const find = async (user: User, search: string): Promise<readonly FoundBill[]> =>
    (await ask<FoundBills>(user, "Comm/FindBill", { search })).bills;
  const keyOf = ({ mdl, id }: FoundBill) => `${registry.modules[mdl]?.entity} ${id}`;
  const first = async (user: User, mdl: number): Promise<WireRow> => {
    const [row] = (await list(user, mdl)).rows;
    if (row === undefined) throw new Error(`${mdl} has no row`);
    return row;
  };

  it("finds by its number what lists show, on every page and for everybody, and nothing else", async () => {
    const [pages, numbers] = [new Set<number>(), [...wanted]];
    expect(numbers.length).toBeGreaterThan(30);
    for (const user of USERS) {
      const mine = [...(listed.get(user) ?? [])];
      for (const number of numbers) {
        const exact = (await find(user, number)).filter(({ isExact }) => isExact);
        const expected = new Set(mine.filter(([, told]) => told === number).map(([key]) => key.split(" ").slice(0, 2).join(" ")));
        expect(new Set(exact.map(keyOf)), `${user} ${number}`).toEqual(expected);
        expect(exact.length, `${user} ${number}`).toBe(expected.size);
        for (const { mdl } of exact) pages.add(mdl);
      }
    }
    // Whatever page they are opened on, documents of all kinds that the demo has were found.
    const kinds = (all: readonly number[]) => new Set(all.map((id) => registry.modules[id]?.entity));
    const filled = [...listed.values()].flatMap((mine) => [...mine.keys()].map((key) => key.split(" ")[0]));
    expect(kinds([...pages])).toEqual(new Set(filled));
  });

  it("tells nothing to whoever has no page, and what is told is what the page tells", async () => {
    for (const number of wanted) expect(await find("none54", number)).toEqual([]);
    const row = await first("admin54", 510);
    const [bill] = await find("admin54", String(row.Billid));
    expect(bill).toMatchObject({ number: row.Billid, supplier: row.Provider, day: row.busdate, state: row.StatuZH_text, isExact: true });
    expect(bill?.path).toBe(registry.modules[bill?.mdl ?? 0]?.entry.path);
    expect((await call(portal, null, "Comm/FindBill", { search: "JS2" })).Code).toBe(401);
    expect((await call(portal, tokens.get("admin54") ?? "", "Comm/FindBill")).Code).toBe(400);
  });

  it("finds by the digits alone, by the code of a printed sheet, and as an input method leaves it", async () => {
    const row = await first("admin54", 503);
    const number = String(row.Billid);
    const digits = number.replaceAll(/\D/g, "");
    const wide = digits.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    for (const typed of [digits, `${number}-1`, `${number}-12`, number.toLowerCase(), wide, ` ${digits.slice(0, 4)} ${digits.slice(4)}`]) {
      const exact = (await find("admin54", typed)).filter(({ isExact }) => isExact).map((bill) => bill.number);
      expect(exact, typed).toContain(number);
      // Documents of other kinds may have its digits, but not its letters.
      if (/[a-z]/i.test(typed)) expect(exact, typed).toEqual([number]);
      for (const one of exact) expect(one.replaceAll(/\D/g, ""), typed).toContain(digits);
    }
    const many = await find("admin54", digits.slice(0, 4));
    expect(many).toHaveLength(10);
    expect(many.map(({ day }) => day)).toEqual(
      many
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
  });

  it("finds by the amount, however it is written, where the page tells it", async () => {
    const row = await first("admin54", 503);
    const amount = String(row.TotalMoney);
    const [whole = "", cents] = amount.split(".");
    const grouped = `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${cents}`;
    for (const typed of [amount, grouped, `￥${grouped}`]) {
      const found = await find("admin54", typed);
      expect(
        found.some(({ number }) => number === row.Billid),
        typed,
      ).toBe(true);
      for (const bill of found.filter(({ isExact }) => !isExact))
        expect(Number(bill.amount), `${typed} ${bill.number}`).toBe(Number(amount));
    }
  });

  it("finds by the supplier's name and the first letters of its sound, the newest first, for the shop", async () => {
    const name = String((await first("admin54", 510)).Provider);
    const letters = pinyin(name, { pattern: "first", toneType: "none", type: "array" }).join("").slice(0, 4);
    for (const typed of [name, name.slice(0, 4), letters, letters.toUpperCase()]) {
      const found = await find("admin54", typed);
      expect(found.length, typed).toBeGreaterThan(0);
      expect(found.map(({ day }) => day)).toEqual(
        found
          .map(({ day }) => day)
          .sort()
          .reverse(),
      );
    }
    expect(new Set((await find("admin54", name)).map(({ supplier }) => supplier))).toEqual(new Set([name]));
    // All documents are one's own: the name says nothing.
    expect(await find("s054001", name)).toEqual([]);
  });

  it.each(["", "x", "  ", "%", "_", "'; drop table x --", "\\", "*", "10".repeat(40), "1".repeat(20), "-", "‮x", "a-1", "Infinity", "1e9"])(
    "%j is read or finds nothing",
    async (search) => {
      const answer = await call(portal, tokens.get("admin54") ?? null, "Comm/FindBill", { search });
      expect([200, 400]).toContain(answer.Code);
    },
  );
});

describe("what is looked for", () => {
  it("is a number, an amount or a name, or several of them", () => {
    expect(askedTerms("FK202511250001-2")).toMatchObject({
      numbers: expect.arrayContaining(["FK202511250001"]),
      digits: null,
      amount: null,
    });
    expect(askedTerms("202511250001-2")).toMatchObject({ digits: "202511250001" });
    expect(askedTerms("10,203,040.00")).toEqual({ numbers: [], digits: null, amount: 1_020_304_000n, name: null });
    expect(askedTerms("１２３４")).toMatchObject({ numbers: ["1234"], digits: "1234", amount: 123_400n, name: null });
    expect(askedTerms("晨露")).toEqual({ numbers: [], digits: null, amount: null, name: "晨露" });
    expect(askedTerms("1")).toBeNull();
    expect(askedTerms("--")).toBeNull();
  });
});
