import { describe, expect, test } from "vitest";
import { hashPassword } from "../../../src/server/auth/password.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { libraryRegistry as registry } from "../../fixtures/library-registry.ts";
import { describeEveryModule, type TestUser } from "./fixtures/every-module.ts";
import { call, type Fill, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { PASSWORD } from "./fixtures/world.ts";

const TOWN = "0000000001";
const SCHOOL = "0000000002";

const USERS: readonly TestUser[] = [
  { user: "town", shop: TOWN, side: "shop", full: true },
  { user: "reader1", shop: TOWN, side: "supplier", full: true },
  { user: "reader2", shop: TOWN, side: "supplier" },
  { user: "school", shop: SCHOOL, side: "shop" },
  { user: "pupil", shop: SCHOOL, side: "supplier" },
];

/** Page numbers of its modules.json. */
const PAGE = { members: "101", books: "102", copies: "103", loans: "201", fines: "202", settings: "902" } as const;

test("names no feature and nothing written by hand", () => {
  expect(registry.features).toEqual([]);
  expect(Object.values(registry.code).flatMap((kind) => Object.keys(kind))).toEqual([]);
});

describe("every module of the library", () => {
  describeEveryModule({ registry, open: openLibrary, users: USERS, nobodys: "R1" });
});

describe("lending", () => {
  test("a loan marks its copies, a fine that is paid stands in its loan, and both are told to the reader", async () => {
    const library = await openLibrary();
    const [town, reader] = [await signIn(library, "town"), await signIn(library, "reader1")];
    const loans = await rowsOf(library, reader, PAGE.loans);
    expect(loans.map(({ Statu, books, fine }) => ({ Statu, books, fine }))).toEqual(
      expect.arrayContaining([
        { Statu: 10, books: "2.000", fine: "0.00" },
        { Statu: 50, books: "1.000", fine: "4.50" },
      ]),
    );
    const copies = await rowsOf(library, town, PAGE.copies);
    expect(copies.filter(({ lent }) => lent).map(({ CopyId }) => CopyId)).toEqual(["C3", "C2"]);
    expect(copies.map(({ times }) => times)).toEqual([0, 1, 1, 1]);
  });

  test("a profile changes what a page shows", async () => {
    const library = await openLibrary();
    const columns = async (user: string) =>
      (await call(library, await signIn(library, user), "Registry/GetModule", { mdl: PAGE.loans })).Result.columns.map(
        ({ field }: { readonly field: string }) => field,
      );
    expect(await columns("town")).toContain("deposit");
    expect(await columns("school")).not.toContain("deposit");
  });
});

let opened: Promise<Portal> | undefined;

/** The application over the library without any feature, with rows that its own pages have made. Opened once: nothing here changes them. */
function openLibrary(): Promise<Portal> {
  opened ??= fillLibrary();
  return opened;
}

async function fillLibrary(): Promise<Portal> {
  const library = await openPortal({ registry, features: [], fill: addUsers });
  await work(library, "town", "R1", "R2");
  await work(library, "school", "P1", "P2");
  return library;
}

/** Who may sign in: the one thing that no page of the library makes. */
const addUsers: Fill = async ({ kysely }) => {
  const hash = await hashPassword(PASSWORD);
  const group = (GroupId: string, UserKind: string): Row => ({ GroupId, GroupName: GroupId, UserKind, allModules: true, statu: 1 });
  const user = (USER_ID: string, UserKind: string, PROV_ID: string | null): Row => {
    return { USER_ID, UsrName: USER_ID, UserKind, GroupId: PROV_ID === null ? "staff" : "readers", PROV_ID, statu: 1 };
  };
  const people: Readonly<Record<string, readonly Row[]>> = {
    [TOWN]: [user("town", "retail", null), user("reader1", "supplier", "R1"), user("reader2", "supplier", "R2")],
    [SCHOOL]: [user("school", "retail", null), user("pupil", "supplier", "P1")],
  };
  await kysely.transaction().execute(async (trx) => {
    for (const [SHOP_ID, users] of Object.entries(people)) {
      const shop = { SHOP_ID, ShopName: SHOP_ID, ShopKind: "retail", contractend: "2030-12-31", statu: 1 };
      await trx.insertInto(entity("Shop").table).values(shop).execute();
      await sqlStore(trx, SHOP_ID).insert(entity("UserGroup"), [group("staff", "retail"), group("readers", "supplier")]);
      await sqlStore(trx, SHOP_ID).insert(entity("User"), users);
      await trx
        .insertInto("_credential")
        .values(users.map(({ USER_ID }) => ({ USER_ID: String(USER_ID), hash })))
        .execute();
    }
  });
};

/** A day at the desk, by the calls of the pages: two readers, books, copies, loans in each state, and fines. */
async function work(library: Portal, user: string, first: string, second: string): Promise<void> {
  const token = await signIn(library, user);
  const save = (page: string, fields: Readonly<Record<string, string>>, lines?: object) =>
    done(library, token, `Module/${page}/Save`, { ...fields, ...(lines && { lines: JSON.stringify(lines) }) });
  const act = (page: string, action: string, { Id, id }: { readonly Id?: number; readonly id?: number }, more = {}) =>
    done(library, token, `Module/${page}/Action`, { action, ids: String(Id ?? id), ...more });
  for (const provid of [first, second]) await save(PAGE.members, { provid, Provider: `name of ${provid}`, tel: "010 12345678" });
  await save(PAGE.books, { BookId: "B1", BookName: "A History of Paper", subject: "history", price: "39.50" });
  await save(PAGE.books, { BookId: "B2", BookName: "Rivers", subject: "science", price: "20.00" });
  for (const CopyId of ["C1", "C2", "C3", "C4"]) await save(PAGE.copies, { CopyId, BookId: CopyId === "C4" ? "B2" : "B1" });
  await save(PAGE.settings, { ConfigGroup: "desk", ConfigKey: "desk.hours", ConfigName: "Hours", ValueType: "text", scope: "shop" });
  const loan = (provid: string, ...copies: readonly string[]) =>
    save(PAGE.loans, { provid }, { LoanLine: copies.map((CopyId) => ({ CopyId, amount: "1", price: "10.00" })) });
  const back = await loan(first, "C1");
  await act(PAGE.loans, "lend", back);
  await act(PAGE.loans, "takeback", back);
  await act(PAGE.loans, "lend", await loan(first, "C2", "C3"));
  await loan(second, "C4");
  const { rows } = await done(library, token, `Module/${PAGE.loans}/GetPage`, { page: "1", rows: "100" });
  const Billid = rows.find(({ Statu }: Row) => Statu === 50)?.Billid;
  const fine = (days: string) => save(PAGE.fines, { provid: first, Billid, days, rate: "1.50" });
  await act(PAGE.fines, "pay", await fine("3"));
  await act(PAGE.fines, "waive", await fine("7"), { reason: "the library was closed" });
  await fine("2");
}

async function rowsOf(library: Portal, token: string, page: string): Promise<readonly Record<string, unknown>[]> {
  return (await done(library, token, `Module/${page}/GetPage`, { page: "1", rows: "100" })).rows;
}

/** The Result of a call that must not fail. */
async function done(library: Portal, token: string, path: string, params: Readonly<Record<string, string>>) {
  const { Code, Msg, Result } = await call(library, token, path, params);
  if (Code !== 200) throw new Error(`${path} ${JSON.stringify(params)}: ${Code} ${Msg}`);
  return Result;
}

function entity(name: string) {
  const found = registry.entities[name];
  if (!found) throw new Error(`no entity ${name}`);
  return found;
}
