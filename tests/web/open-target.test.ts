import { describe, expect, it } from "vitest";
import { readListState } from "../../src/web/data/list-state.ts";
import { openTarget } from "../../src/web/pages/actions/use-start-action.ts";
import { extraChips, extrasOf } from "../../src/web/pages/list/filter-codec.ts";

const ROW = { Id: 5, Billid: "DD1", provid: "101&1", note: null };

describe("an action that opens another page", () => {
  it("opens a form with the values it starts with; empty ones are left out", () => {
    expect(openTarget({ path: "/a/B", page: "create", with: { Order: "Billid", maker: "provid", text: "note" } }, ROW)).toBe(
      "/a/B/create?Order=DD1&maker=101%261",
    );
    expect(openTarget({ path: "/a/B", page: "create", with: {} }, undefined)).toBe("/a/B/create");
  });

  it("opens a list that finds its filter in the address, and tells it", () => {
    const address = openTarget({ path: "/a/B", page: "list", with: { Order: "Billid" } }, ROW);
    const { filters = [] } = readListState(address.slice(address.indexOf("?")));
    expect(filters).toEqual([{ field: "Order", operator: "eq", value: "DD1" }]);
    const extras = extrasOf([], filters);
    const column = {
      field: "Order",
      title: "订单号",
      format: "text",
      width: 1,
      align: "left",
      fixed: null,
      sortable: false,
      labels: [],
    } as const;
    expect(extraChips(extras, [column])).toEqual([{ key: "Order.eq", title: "订单号", text: "DD1" }]);
  });
});
