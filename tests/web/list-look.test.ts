import type { CrudFilter } from "@refinedev/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLayout, writeLayout } from "../../src/shared/domain/list/layout-codec.ts";
import { lookOf } from "../../src/shared/domain/list/list-look.ts";
import { DENSITIES, type ListLayout, type SavedView } from "../../src/shared/protocol/own-list.ts";
import type { ScreenModel } from "../../src/shared/protocol/screen.ts";
import { readListState, writeListState } from "../../src/web/data/list-state.ts";
import { addressOf, isChanged, type ListLook, sharedAddress, stateOf } from "../../src/web/pages/list/view-state.ts";

const FIT = 19;
const column = (field: string) => ({
  field,
  title: field,
  format: "text",
  width: 100,
  align: "left",
  fixed: null,
  sortable: field !== "Remark",
  labels: [],
});
const READY = ["2026-01-01", "2026-01-31"] as const;
const SCREEN = {
  columns: ["Billid", "busdate", "amount", "Remark"].map(column),
  filters: [
    { field: "busdate", title: "日期", control: "daterange", operator: "between", options: [], initial: READY, isNumber: false },
    { field: "Billid", title: "单号", control: "text", operator: "contains", options: [], initial: null, isNumber: true },
  ],
  waiting: [],
  defaultSort: [{ field: "busdate", order: "desc" }],
} as unknown as ScreenModel;
const VIEW: SavedView = {
  id: "abc",
  title: "本周",
  isShared: false,
  isOwn: true,
  isCut: false,
  state: {
    layout: { columns: [{ field: "Remark", isHidden: true }] },
    filters: [
      { field: "busdate", operator: "between", value: { ready: true } },
      {
        operator: "or",
        value: [
          { field: "amount", operator: "gt", value: "5" },
          { field: "Remark", operator: "null" },
        ],
      },
    ],
    sort: [{ field: "amount", order: "asc" }],
    group: "busdate",
    pageSize: 50,
  },
};
const withViews = (views: readonly SavedView[], view: string | null = null): ScreenModel => ({
  ...SCREEN,
  own: { layout: {}, views, view },
});
const open = (address: string, screen = SCREEN) => lookOf(readListState(address), screen, () => FIT);
const written = (look: ListLook, screen = SCREEN) => writeListState({ ...addressOf(look, screen, FIT) }).toString();

describe("the address of a list", () => {
  it("is empty while the list is as it begins, and says no more than what differs", () => {
    const look = open("");
    expect(look.filters).toEqual([{ field: "busdate", operator: "between", value: READY }]);
    expect(written(look)).toBe("");
    expect(written({ ...look, current: 3 })).toBe("current=3");
    expect(written({ ...look, filters: [] })).toBe("filters=%5B%5D");
    expect(written({ ...look, group: "busdate", cols: { density: "large" } })).toBe("cols=*large&group=busdate");
  });

  it("brings back whatever was looked at", () => {
    const filters = fc.constantFrom<CrudFilter[]>(
      [],
      [{ field: "Billid", operator: "contains", value: "JS" }],
      [{ key: "view0", operator: "or", value: [{ field: "Billid", operator: "eq", value: "1" }] }],
    );
    const looks = fc.record({
      view: fc.constantFrom(null, VIEW),
      cols: fc.constantFrom<ListLayout | null>(null, {}, { columns: [{ field: "amount", after: "", width: 90 }], density: "middle" }),
      group: fc.constantFrom(null, "busdate", "amount"),
      current: fc.integer({ min: 1, max: 9 }),
      pageSize: fc.constantFrom(FIT, 50, 7),
      sorters: fc.constantFrom([], [{ field: "amount", order: "desc" as const }]),
      filters,
    });
    for (const first of [null, VIEW.id]) {
      const screen = withViews([VIEW], first);
      fc.assert(
        fc.property(looks, (look) => {
          const { isMissing, ...again } = open(`?${written(look, screen)}`, screen);
          expect(again).toEqual(look);
          expect(isMissing).toBe(false);
        }),
      );
    }
  });

  it("opens the user's own view unless it says something else, and a view by its name", () => {
    const screen = withViews([VIEW], VIEW.id);
    const look = open("", screen);
    expect(look).toMatchObject({ view: VIEW, group: "busdate", pageSize: 50, sorters: [{ field: "amount", order: "asc" }], cols: null });
    // The ready value is that of today.
    expect(look.filters[0]).toEqual({ field: "busdate", operator: "between", value: READY });
    expect(look.filters[1]).toMatchObject({
      operator: "or",
      value: [
        { field: "amount", operator: "gt", value: "5" },
        { field: "Remark", operator: "null", value: true },
      ],
    });
    expect(written(look, screen)).toBe("view=abc");
    for (const other of ["?view=none", "?current=2", "?filters=[]"]) expect(open(other, screen).view, other).toBeNull();
    expect(open("?view=abc", withViews([]))).toMatchObject({ view: null, isMissing: true, pageSize: FIT });
    expect(open("?view=none", withViews([])).isMissing).toBe(false);
  });

  it("puts rows together by nothing but a column that the list can be sorted by", () => {
    expect(open("?group=amount").group).toBe("amount");
    for (const field of ["Remark", "secret", "", "toString"]) expect(open(`?group=${field}`).group, field).toBeNull();
  });

  it("that is handed on holds in full what nobody else can open", () => {
    const screen = withViews([VIEW]);
    const look = open("?view=abc", screen);
    const layout = VIEW.state.layout ?? {};
    const told = sharedAddress(look, screen, layout, FIT);
    expect(told).toMatchObject({ view: "none", cols: layout, group: "busdate", pageSize: 50 });
    const { view: _, ...there } = open(`?${writeListState({ ...told })}`, withViews([]));
    const { view: __, isMissing, ...here } = look;
    expect(there).toEqual({ ...here, cols: layout, isMissing });
    // One that is shared by its name alone.
    const shared = { ...VIEW, isShared: true };
    expect(sharedAddress({ ...look, view: shared, current: 4 }, withViews([shared]), layout, FIT)).toEqual({ view: "abc" });
  });
});

describe("a saved view", () => {
  it("is what is looked at, ready values as such, and is unchanged when it is opened", () => {
    const screen = withViews([VIEW]);
    const look = open("?view=abc", screen);
    expect(stateOf(look, screen, VIEW.state.layout ?? {}, FIT)).toEqual(VIEW.state);
    expect(isChanged(look, screen, FIT)).toBe(false);
    expect(isChanged({ ...look, current: 2 }, screen, FIT)).toBe(false);
    for (const other of [{ group: null }, { pageSize: FIT }, { sorters: [] }, { filters: [] }, { cols: {} }]) {
      expect(isChanged({ ...look, ...other }, screen, FIT), JSON.stringify(other)).toBe(true);
    }
  });

  it("says nothing of a ready value whose filter is gone", () => {
    const screen = { ...withViews([VIEW]), filters: [] };
    expect(open("?view=abc", screen).filters.map(({ operator }) => operator)).toEqual(["or"]);
  });
});

describe("an arrangement in an address", () => {
  const field = fc.stringMatching(/^[A-Za-z_]\w{0,9}$/);
  const change = fc.record(
    {
      field,
      after: fc.oneof(fc.constant(""), field),
      isHidden: fc.constant(true as const),
      width: fc.integer({ min: 40, max: 1000 }),
      isPinned: fc.boolean(),
    },
    { requiredKeys: ["field", "width"] },
  );

  it("comes back as it was, in characters that addresses keep", () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1 }), fc.constantFrom(undefined, ...DENSITIES), (columns, density) => {
        const layout: ListLayout = { columns, ...(density !== undefined && { density }) };
        const text = writeLayout(layout);
        expect(readLayout(text)).toEqual(layout);
        expect(new URLSearchParams({ cols: text }).toString()).toBe(`cols=${text}`);
      }),
    );
    expect(writeLayout({})).toBe("");
    expect(readLayout("")).toEqual({});
  });

  it("takes anything that somebody types", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const { width = 40 } of readLayout(text).columns ?? []) expect(width).toBeGreaterThanOrEqual(40);
      }),
    );
    expect(readLayout("busdate-h.x y-h.amount-w9999.-h.Remark")).toEqual({
      columns: [{ field: "busdate", isHidden: true }, { field: "amount" }],
    });
  });
});
