import { describe, expect, test } from "vitest";
import { libraryRegistry as registry } from "../../fixtures/library-registry.ts";
import { describeEveryModule, type TestUser } from "./fixtures/every-module.ts";
import { openLibrary as fillLibrary, PAGE, rowsOf, SCHOOL, TOWN } from "./fixtures/library.ts";
import { call, type Portal, signIn } from "./fixtures/portal.ts";

const USERS: readonly TestUser[] = [
  { user: "town", shop: TOWN, side: "shop", full: true },
  { user: "reader1", shop: TOWN, side: "supplier", full: true },
  { user: "reader2", shop: TOWN, side: "supplier" },
  { user: "school", shop: SCHOOL, side: "shop" },
  { user: "pupil", shop: SCHOOL, side: "supplier" },
];

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

/** Opened once: nothing here changes its rows. */
function openLibrary(): Promise<Portal> {
  opened ??= fillLibrary(registry);
  return opened;
}
