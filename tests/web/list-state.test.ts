import type { CrudFilter, LogicalFilter } from "@refinedev/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listParams } from "../../src/shared/domain/list/list-state.ts";
import { OPERATORS } from "../../src/shared/protocol/list.ts";
import { readListState, writeListState } from "../../src/web/data/list-state.ts";

const roundTrip = (state: Record<string, unknown>) => readListState(`?${writeListState(state)}`);

describe("the address of a list", () => {
  it("keeps page, size, sort and filter with their types", () => {
    const state = {
      current: 3,
      pageSize: 17,
      sorters: [{ field: "busdate", order: "desc" }],
      filters: [
        { field: "Statu", operator: "in", value: [10, 20, true, "x"] },
        { field: "busdate", operator: "between", value: ["2026-01-01", "2026-01-31"] },
      ],
    };
    expect(roundTrip(state)).toEqual(state);
  });

  it("keeps any text, also those that mean something in an address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        fc.pre(value.isWellFormed());
        const filters: CrudFilter[] = [{ field: "Provider", operator: "contains", value }];
        expect(roundTrip({ filters }).filters).toEqual(filters);
      }),
    );
  });

  it("keeps groups with what they are called, and asks the server without that", () => {
    const filters: CrudFilter[] = [
      {
        key: "busdate.between",
        operator: "or",
        value: [
          { field: "busdate", operator: "between", value: ["2026-01-01", "2026-01-31"] },
          { operator: "and", value: [{ field: "Statu", operator: "eq", value: 10 }] },
        ],
      },
    ];
    expect(roundTrip({ filters }).filters).toEqual(filters);
    const { filter } = listParams({ sorters: [], filters });
    expect(JSON.parse(String(filter))).toEqual([
      {
        operator: "or",
        value: [
          { field: "busdate", operator: "between", value: ["2026-01-01", "2026-01-31"] },
          { operator: "and", value: [{ field: "Statu", operator: "eq", value: 10 }] },
        ],
      },
    ]);
  });

  it.each(['[["or",[]]]', '[["or",5]]', '[["or",[["or",[["or",[["or",[["or",[["a","eq",1]]]]]]]]]]]]'])(
    "takes no broken group %s",
    (packed) => {
      expect(readListState(`?filters=${encodeURIComponent(packed)}`).filters).toEqual([]);
    },
  );

  it("keeps more than twenty choices as a list", () => {
    const filters: CrudFilter[] = [{ field: "a", operator: "in", value: Array.from({ length: 50 }, (_, index) => index) }];
    expect(roundTrip({ filters }).filters).toEqual(filters);
  });

  it("tells an emptied filter from none", () => {
    expect(roundTrip({ filters: [] })).toEqual({ filters: [] });
    expect(roundTrip({})).toEqual({});
  });

  it.each(["?filters=%7B", "?filters=5", "?filters=[[1,2,3]]", "?filters=%5B%22a%22%5D"])(
    "reads the broken filter %s as none",
    (search) => {
      expect(readListState(search).filters).toEqual([]);
    },
  );

  it("takes no broken page or sort", () => {
    expect(readListState("?current=-1&pageSize=abc&sorters=busdate.up,x")).toEqual({ sorters: [] });
  });

  it.each(OPERATORS)("knows the operator %s", (operator) => {
    const filters = [{ field: "a", operator, value: 1 }] as LogicalFilter[];
    expect(roundTrip({ filters }).filters).toEqual(filters);
  });

  it.each(["null", "nnull"])("keeps %s, which has nothing to compare with", (operator) => {
    const filters = [{ field: "a", operator, value: null }] as unknown as LogicalFilter[];
    expect(roundTrip({ filters }).filters).toEqual([{ field: "a", operator, value: true }]);
    expect(listParams({ sorters: [], filters: roundTrip({ filters }).filters ?? [] }).filter).toBe(
      `[{"field":"a","operator":"${operator}"}]`,
    );
  });

  it.each(["endswith", "or", "and", "constructor"])("reads a filter with %s, which the server does not know, as none", (operator) => {
    expect(readListState(`?filters=${JSON.stringify([["Billid", operator, "x"]])}`).filters).toEqual([]);
  });
});

describe("the wire's parameters of a list", () => {
  it("are its sort and its filter as GetPage takes them", () => {
    const params = listParams({
      sorters: [
        { field: "busdate", order: "desc" },
        { field: "Id", order: "asc" },
      ],
      filters: [{ field: "Billid", operator: "contains", value: "JS" }],
    });
    expect(params).toEqual({ sort: "busdate,Id", order: "desc,asc", filter: '[{"field":"Billid","operator":"contains","value":"JS"}]' });
  });

  it.each(["null", "nnull"] as const)("hold no value beside %s", (operator) => {
    expect(listParams({ sorters: [], filters: [{ field: "a", operator, value: true }] }).filter).toBe(
      `[{"field":"a","operator":"${operator}"}]`,
    );
  });

  it("leave out what is empty", () => expect(Object.values(listParams({ sorters: [], filters: [] })).filter(Boolean)).toEqual([]));
});
