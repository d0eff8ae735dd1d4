import type { CrudFilter, CrudOperators } from "@refinedev/core";
import { describe, expect, it } from "vitest";
import { OPERATORS } from "../../src/shared/protocol/list.ts";
import { listParams } from "../../src/web/providers/list-params.ts";
import { wireFilters } from "../../src/web/providers/wire-filter.ts";

describe("wireFilters", () => {
  it.each(OPERATORS)("sends %s as it is", (operator) => {
    const [sent] = wireFilters([{ field: "a", operator: operator as Exclude<CrudOperators, "or" | "and">, value: 1 }]);
    expect(sent).toMatchObject({ field: "a", operator });
  });

  it("sends no value with null and nnull", () => {
    expect(wireFilters([{ field: "a", operator: "null", value: true }])).toEqual([{ field: "a", operator: "null" }]);
  });

  it("nests and/or", () => {
    const filters: CrudFilter[] = [
      {
        operator: "or",
        value: [
          { field: "a", operator: "eq", value: 1 },
          { operator: "and", value: [{ field: "b", operator: "ne", value: 2 }] },
        ],
      },
    ];
    expect(wireFilters(filters)).toEqual(filters);
  });

  it("throws for an operator the server does not know, naming it and its field", () => {
    expect(() => wireFilters([{ field: "Billid", operator: "endswith", value: "x" }])).toThrow(/endswith.*Billid/);
  });
});

describe("listParams", () => {
  it("writes sort and filter as GetPage takes them", () => {
    const params = listParams({
      sorters: [
        { field: "busdate", order: "desc" },
        { field: "Id", order: "asc" },
      ],
      filters: [{ field: "Billid", operator: "contains", value: "JS" }],
    });
    expect(params).toEqual({ sort: "busdate,Id", order: "desc,asc", filter: '[{"field":"Billid","operator":"contains","value":"JS"}]' });
  });

  it("leaves out what is empty", () => expect(Object.values(listParams({ sorters: [], filters: [] })).filter(Boolean)).toEqual([]));
});
