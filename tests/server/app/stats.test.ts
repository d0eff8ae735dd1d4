import { beforeAll, describe, expect, it } from "vitest";
import { divideRounded, parseScaled } from "../../../src/shared/domain/scaled.ts";
import { ALL_ROWS, type WireRow } from "../../../src/shared/protocol/list.ts";
import type { ScreenModel, StatsResult } from "../../../src/shared/protocol/screen.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

const BOARDS = ["110", "517"];

describeEngine("a board", (open) => {
  let portal: Portal;
  let token = "";
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillDemoAccounts });
    token = await signIn(portal, "admin54");
  });

  describe.each(BOARDS)("%s", (id) => {
    const ask = async <T>(path: string, params: Readonly<Record<string, string>> = {}): Promise<T> => {
      const { Code, Msg, Result } = await call(portal, token, path, params);
      expect([Code, Msg]).toEqual([200, ""]);
      return Result as T;
    };
    const stats = (params: Readonly<Record<string, string>> = {}) => ask<StatsResult>(`Module/${id}/GetStats`, params);
    let screen: ScreenModel;
    let rows: readonly WireRow[];
    beforeAll(async () => {
      screen = await ask<ScreenModel>("Registry/GetModule", { mdl: id });
      rows = (await ask<{ rows: WireRow[] }>(`Module/${id}/GetPage`, { rows: String(ALL_ROWS) })).rows;
    });

    it("has a number for each card and points for each chart, as the screen announces them", async () => {
      const { cards, charts } = await stats();
      expect(cards).toHaveLength(screen.stats?.cards.length ?? -1);
      expect(charts).toHaveLength(screen.stats?.charts.length ?? -1);
      for (const [index, { points }] of charts.entries()) {
        expect(points.length).toBeGreaterThan(0);
        expect(points.every(({ values }) => values.length === screen.stats?.charts[index]?.measures.length)).toBe(true);
      }
    });

    it("draws what it lists: every chart's sums and counts are those of the rows", async () => {
      const { charts } = await stats();
      for (const [index, { points }] of charts.entries()) {
        for (const [number, { of, field }] of (screen.stats?.charts[index]?.measures ?? []).entries()) {
          const drawn = points.reduce((total, { values }) => total + Number(values[number] ?? 0), 0);
          if (of === "count") expect(drawn).toBe(rows.length);
          if (of === "sum" && field)
            expect(drawn).toBeCloseTo(
              rows.reduce((total, row) => total + Number(row[field] ?? 0), 0),
              2,
            );
        }
      }
    });

    it("follows the filter, and refuses one that is wrong", async () => {
      const none = await stats({ filter: JSON.stringify([{ field: "busdate", operator: "eq", value: "1999-01-01" }]) });
      expect(none.cards.every((value) => value === null || Number(value) === 0)).toBe(true);
      expect(none.charts.every(({ points }) => points.length === 0)).toBe(true);
      const { Code } = await call(portal, token, `Module/${id}/GetStats`, {
        filter: JSON.stringify([{ field: "x", operator: "eq", value: 1 }]),
      });
      expect(Code).toBe(400);
    });

    it("is closed to whoever has not got the page", async () => {
      const supplier = await signIn(portal, "s054001");
      expect((await call(portal, supplier, `Module/${id}/GetStats`)).Code).toBe(403);
    });
  });

  it("shows a mean of whole numbers with one decimal, exactly rounded", async () => {
    const { Result } = await call(portal, token, "Module/110/GetPage", { rows: String(ALL_ROWS) });
    const users = (Result.rows as WireRow[]).map((row) => BigInt(row.usercount as number));
    const mean = divideRounded(users.reduce((a, b) => a + b, 0n) * 10n, BigInt(users.length));
    const { cards } = (await call(portal, token, "Module/110/GetStats")).Result as StatsResult;
    expect(cards.map((value) => parseScaled(value ?? "", 1))).toContain(mean);
  });
});
