import { beforeAll, expect, it } from "vitest";
import { read } from "xlsx";
import { profileOf } from "../../../src/server/base/viewer.ts";
import { isLikeFormula } from "../../../src/shared/domain/like-formula.ts";
import { dataRow } from "../../../src/shared/domain/sheet/sheet-rows.ts";
import { ALL_ROWS, type PageResult } from "../../../src/shared/protocol/list.ts";
import type { ScreenModel } from "../../../src/shared/protocol/screen.ts";
import type { Audience } from "../../../src/shared/registry/model.ts";
import { fits } from "../../../src/shared/registry/rights/audience.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { databaseUrl, describeEngine } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { browserBook, exported, fileOf, open as openBook, seenIn, streamed, textsIn } from "./fixtures/exported.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

const USERS: readonly { readonly user: string; readonly shop: string; readonly side: Audience }[] = [
  { user: "admin01", shop: "0000000001", side: "mall" },
  { user: "admin54", shop: "0000000054", side: "shop" },
  { user: "s054001", shop: "0000000054", side: "supplier" },
];

// The embedded engine reads in steps: what it does differently is in every list of one user.
const users = databaseUrl === undefined ? USERS.slice(1, 2) : USERS;

/** The file that the server writes, the one that the browser writes and the list on the screen say the same, on every page (docs/decisions/122). */
describeEngine("an export", (open) => {
  let portal: Portal;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillDemoAccounts });
    for (const { user } of users) tokens.set(user, await signIn(portal, user));
  });

  const pages = users.flatMap(({ user, shop, side }) =>
    Object.values(profileOf(registry, shop).modules)
      .filter(({ audience }) => fits(audience, side))
      .map(({ id }) => ({ mdl: String(id), user })),
  );

  /** Apart from the long run each page is exported by one of those who have it, in turn. */
  const turns = pages.filter(({ mdl, user }) => {
    const own = pages.filter((page) => page.mdl === mdl);
    return IS_LONG || own[Number(mdl) % own.length]?.user === user;
  });

  it.each(turns)("of $mdl by $user is the list, whoever writes it", async ({ mdl, user }) => {
    const token = tokens.get(user) ?? "";
    const screen = (await call(portal, token, "Registry/GetModule", { mdl })).Result as ScreenModel;
    if (!screen.functions.includes("export")) return;
    const columns = [...screen.columns].reverse();
    const asked = { columns: columns.map(({ field }) => field).join(","), told: "范围：全部" };
    const list = (await call(portal, token, `Module/${mdl}/GetPage`, { rows: String(ALL_ROWS) })).Result as PageResult;
    const stream = await streamed(portal, token, mdl, asked);
    expect(stream.end).toEqual({ Code: 200, Msg: "" });
    const inBrowser = browserBook(stream);
    const view = await exported(portal, token, mdl, asked);
    expect(view).toMatchObject({ state: "ready", rows: list.total, total: list.total, note: "" });
    const byServer = openBook(await fileOf(portal, token, mdl, view.job));

    // As the list: its rows in its order, the index from 1, its sums.
    const texts = textsIn(byServer);
    const plan = { title: screen.title, columns, footer: null };
    const expected = list.rows.map((row, at) =>
      dataRow(plan, row, at + 1).map((cell) => (cell === null ? "" : cell.t === "n" ? cell.w : cell.v)),
    );
    expect(texts[0]).toEqual(["序号", ...columns.map(({ title }) => title)]);
    expect(texts.slice(1, list.total + 1)).toEqual(expected);
    const footer = texts.slice(list.total + 1);
    if (screen.footer === null) expect(footer).toEqual([]);
    else expect(footer).toEqual([[screen.footer.label, ...columns.map(({ field }) => list.footer[field] ?? "")]]);

    // As the browser's file, but for the time at which it says it was made.
    const withoutTime = (book: typeof byServer) =>
      seenIn(book).map((sheet) => ({ ...sheet, cells: sheet.cells.filter(([at]) => sheet.name !== "说明" || at !== "B4") }));
    expect(withoutTime(byServer)).toEqual(withoutTime(inBrowser));
    expect(textsIn(byServer, 1)).toEqual([
      ["页面", screen.title],
      ["查询条件", "范围：全部"],
      ["导出人", expect.stringMatching(/./)],
      ["导出时间", expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)],
      ["行数", String(list.total)],
    ]);

    const csv = await exported(portal, token, mdl, { ...asked, format: "csv" });
    const bytes = (await fileOf(portal, token, mdl, csv.job)).toString("utf8");
    expect(bytes.startsWith("\ufeff序号,")).toBe(true);
    const plain = textsIn(read(bytes.slice(1), { type: "string", raw: true }));
    const defused = texts.map((line, at) =>
      line.map((text, place) => (isText(byServer, at, place) && isLikeFormula(text) ? `'${text}` : text)),
    );
    expect(plain).toEqual(defused);
  });
});

function isText({ Sheets, SheetNames }: ReturnType<typeof openBook>, line: number, place: number): boolean {
  const cell = Sheets[SheetNames[0] ?? ""]?.[`${letters(place)}${line + 1}`];
  return cell?.t === "s";
}

const letters = (place: number): string => (place < 26 ? "" : letters(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26));
