import { beforeAll, describe, expect, it } from "vitest";
import { fits } from "../../../src/server/base/audience.ts";
import { profileOf } from "../../../src/server/base/viewer.ts";
import { parseScaled, SCALE } from "../../../src/shared/domain/scaled.ts";
import { ALL_ROWS, type PageResult, type WireRow } from "../../../src/shared/protocol/list.ts";
import type { PrintDocument } from "../../../src/shared/protocol/print.ts";
import type { ScreenFilter, ScreenModel, ShowResult } from "../../../src/shared/protocol/screen.ts";
import type { Audience } from "../../../src/shared/registry/model.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

/** Every module, as every kind of user that may have it, over the demo data: whatever a file names must work. */
const USERS: readonly { readonly user: string; readonly shop: string; readonly side: Audience }[] = [
  { user: "admin01", shop: "0000000001", side: "mall" },
  { user: "admin54", shop: "0000000054", side: "shop" },
  { user: "s054001", shop: "0000000054", side: "supplier" },
  { user: "s054002", shop: "0000000054", side: "supplier" },
  { user: "s153001", shop: "0000000153", side: "supplier" },
];

const PAGES = Object.values(registry.modules).flatMap((module) =>
  // Of a second supplier of another profile, only the pages that the others do not have.
  USERS.filter(({ shop }) => profileOf(registry, shop).modules[module.id] !== undefined)
    .filter(({ user, side }) => fits(module.audience, side) && (user !== "s153001" || module.when !== null))
    .map(({ user }) => ({ id: String(module.id), user })),
);

/** The spotlight supplier and the retailer see something everywhere, except where there is nothing for such a shop. */
const FULL = ["admin54", "s054001", "s153001"];
const NOTHING_THERE: readonly string[] = [
  "101 admin54", // a retailer's own market holds no mall
];

describeEngine("every module", (open) => {
  let portal: Portal;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillDemoAccounts });
    for (const { user } of USERS) tokens.set(user, await signIn(portal, user));
  });

  describe.each(PAGES)("$id as $user", ({ id, user }) => {
    const ask = async <T>(path: string, params: Readonly<Record<string, string>> = {}): Promise<T> => {
      const answer = await call(portal, tokens.get(user) ?? null, path, params);
      expect({ Code: answer.Code, Msg: answer.Msg }, `${path} ${JSON.stringify(params)}`).toEqual({ Code: 200, Msg: "" });
      return answer.Result as T;
    };
    const page = (params: Readonly<Record<string, string>>) => ask<PageResult>(`Module/${id}/GetPage`, { page: "1", ...params });
    let screen: ScreenModel;
    let all: PageResult;
    beforeAll(async () => {
      screen = await ask<ScreenModel>("Registry/GetModule", { mdl: id });
      all = await page({ rows: String(ALL_ROWS) });
    });

    it("lists rows, each column with a title and a value for somebody", () => {
      expect(screen.columns.length).toBeGreaterThan(0);
      expect(screen.columns.filter(({ title, width }) => title === "" || width < 40)).toEqual([]);
      if (FULL.includes(user) && !NOTHING_THERE.includes(`${id} ${user}`)) expect(all.rows.length).toBeGreaterThan(0);
      expect(all.total).toBe(all.rows.length);
      const [first] = all.rows;
      if (first) for (const { field } of screen.columns) expect(Object.keys(first)).toContain(field);
    });

    it("shows a supplier its own rows only", () => {
      const owner = registry.entities[registry.modules[id]?.entity ?? ""]?.supplierField;
      if (!user.startsWith("s") || !owner) return;
      expect([...new Set(all.rows.map((row) => row[owner] ?? "102001"))].length).toBeLessThanOrEqual(1);
    });

    it("pages without gaps or repeats", async () => {
      const pages = [await page({ rows: "7" }), await ask<PageResult>(`Module/${id}/GetPage`, { page: "2", rows: "7" })];
      expect(pages.flatMap(({ rows }) => rows.map(({ Id }) => Id))).toEqual(all.rows.slice(0, 14).map(({ Id }) => Id));
    });

    it("sorts by every column it offers, both ways", async () => {
      for (const { field } of screen.columns.filter(({ sortable }) => sortable)) {
        const [up, down] = [
          await page({ rows: String(ALL_ROWS), sort: field, order: "asc" }),
          await page({ rows: String(ALL_ROWS), sort: field, order: "desc" }),
        ];
        expect(up.rows.map((row) => row[field])).toEqual(down.rows.map((row) => row[field]).reverse());
        expect(new Set(up.rows.map(({ Id }) => Id)).size).toBe(all.total);
      }
    });

    it("filters by everything it offers: the row it was taken from stays, and only rows like it", async () => {
      for (const filter of screen.filters) {
        const sample = all.rows.find((row) => row[filter.field] !== null && row[filter.field] !== undefined);
        if (!sample) continue;
        const { clause, fits } = askedFor(filter, sample);
        const { rows, total } = await page({ rows: String(ALL_ROWS), filter: JSON.stringify([clause]) });
        expect(rows.map(({ Id }) => Id)).toContain(sample.Id);
        expect(total).toBe(all.rows.filter(fits).length);
      }
    });

    it("sums what it lists, over the whole filter and to the last decimal", async () => {
      const first = await page({ rows: "5" });
      expect(first.footer).toEqual(all.footer);
      expect(Object.keys(all.footer)).toEqual(screen.footer?.sums.map(({ field }) => field) ?? []);
      for (const { field, decimals } of screen.footer?.sums ?? []) {
        if (registry.modules[id]?.footer?.sums.find((sum) => sum.field === field)?.ratio) continue;
        const listed = all.rows.reduce((sum, row) => sum + scaled(row[field]), 0n);
        expect(parseScaled(all.footer[field] ?? "", FINEST), field).toBe(roundTo(listed, decimals));
      }
    });

    it("shows every section and line of a row, with the sums of its lines", async () => {
      // Rows of a grouped view have no document.
      for (const { Id } of screen.show.sections.length === 0 ? [] : all.rows.slice(0, 3)) {
        const { row, lines, lineSums } = await ask<ShowResult>(`Module/${id}/Get`, { id: String(Id) });
        const named = screen.show.sections.flatMap(({ fields }) => fields.map(({ field }) => field));
        expect(Object.keys(row)).toEqual(expect.arrayContaining(named));
        for (const { entity, columns, sums } of screen.show.lines) {
          for (const line of lines[entity] ?? [])
            expect(Object.keys(line)).toEqual(expect.arrayContaining(columns.map(({ field }) => field)));
          for (const { field } of sums) {
            const listed = (lines[entity] ?? []).reduce((sum, line) => sum + scaled(line[field]), 0n);
            expect(scaled(lineSums[entity]?.[field]), `${entity}.${field}`).toBe(listed);
          }
        }
      }
    });

    it("prints every template it offers", async () => {
      const ids = all.rows
        .slice(0, 2)
        .map(({ Id }) => Id)
        .join(",");
      for (const { template } of ids === "" ? [] : screen.print) {
        const { data, watermark } = await ask<PrintDocument>("Print/GetPrintDoc", { printtyp: template, ids, mdl: id });
        expect(watermark).toContain(user);
        expect(data.length).toBeGreaterThan(0);
        for (const sheet of data) {
          expect(sheet.barcode).toBe(`${sheet.samedata.Billid}-${sheet.page}`);
          expect(sheet.tr.every((cells) => cells.length === sheet.t_title.length)).toBe(true);
          expect(sheet.lastfooter === null).toBe(sheet.page < sheet.pages);
        }
      }
    });

    it("exports what it lists", async () => {
      const columns = screen.columns.map(({ field }) => field).join(",");
      const exported = await page({ rows: String(ALL_ROWS), purpose: "export", columns });
      expect(exported.rows.map(({ Id }) => Id)).toEqual(all.rows.map(({ Id }) => Id));
    });
  });
});

const FINEST = SCALE.rate;

/** A value of the wire, whatever its decimals, as a whole number of millionths. */
function scaled(value: unknown): bigint {
  return value === null || value === undefined ? 0n : (parseScaled(String(value), FINEST) ?? 0n);
}

function roundTo(value: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(FINEST - decimals);
  const half = value < 0n ? -unit / 2n : unit / 2n;
  return ((value + half) / unit) * unit;
}

/** What a user would ask with this filter to find the row, and which rows fit that. */
function askedFor({ field, control, operator }: ScreenFilter, sample: WireRow): { clause: object; fits: (row: WireRow) => boolean } {
  const value = String(sample[field]);
  if (control === "text") {
    const part = value.slice(1, 5) || value;
    return { clause: { field, operator, value: part }, fits: (row) => String(row[field] ?? "").includes(part) };
  }
  if (control === "daterange") {
    const day = value.slice(0, 10);
    return { clause: { field, operator, value: [day, day] }, fits: (row) => String(row[field] ?? "").startsWith(day) };
  }
  const asked = operator === "in" ? [sample[field]] : sample[field];
  return { clause: { field, operator, value: asked }, fits: (row) => String(row[field]) === value };
}
