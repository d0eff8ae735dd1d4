import type { CrudFilter } from "@refinedev/core";
import { describe, expect, it } from "vitest";
import { wireFilter } from "../../src/shared/domain/list/list-state.ts";
import { WAITS } from "../../src/shared/protocol/list.ts";
import type { ScreenColumn } from "../../src/shared/protocol/screen.ts";
import { readListState, writeListState } from "../../src/web/data/list-state.ts";
import { BUILT, builtOf, builtText, draftOfBuilt, emptyTest, type GroupDraft, isBuilt } from "../../src/web/pages/list/built-filter.ts";

const column = (field: string, format: ScreenColumn["format"], labels: ScreenColumn["labels"] = []): ScreenColumn => {
  return { field, title: `${field}列`, format, width: 100, align: "left", fixed: null, sortable: true, labels };
};
const COLUMNS = [
  column("Billid", "text"),
  column("amount", "money"),
  column("busdate", "date"),
  column("Statu", "status", [
    { value: 10, text: "待确认", tone: "info" },
    { value: 50, text: "已确认", tone: "success" },
  ]),
  column("Isstop", "flag"),
];
const DRAFT: GroupDraft = {
  operator: "and",
  parts: [
    { field: "amount", operator: "gte", values: [" 100.5 "] },
    {
      operator: "or",
      parts: [
        { field: "Statu", operator: "in", values: ["10", "50"] },
        { field: "busdate", operator: "between", values: ["2025-06-01", "2025-06-30"] },
        {
          operator: "and",
          parts: [
            { field: "Isstop", operator: "eq", values: ["false"] },
            { field: "Billid", operator: "null", values: [] },
          ],
        },
      ],
    },
  ],
};

describe("conditions with and/or", () => {
  it("are a filter as the server reads it, and come back into the editor from an address", () => {
    const built = builtOf(DRAFT, COLUMNS);
    expect(JSON.parse(wireFilter(built === null ? [] : [built]))).toEqual([
      {
        operator: "and",
        value: [
          { field: "amount", operator: "gte", value: "100.5" },
          {
            operator: "or",
            value: [
              { field: "Statu", operator: "in", value: [10, 50] },
              { field: "busdate", operator: "between", value: ["2025-06-01", "2025-06-30"] },
              {
                operator: "and",
                value: [
                  { field: "Isstop", operator: "eq", value: false },
                  { field: "Billid", operator: "null" },
                ],
              },
            ],
          },
        ],
      },
    ]);
    const quick: CrudFilter = { field: "Billid", operator: "contains", value: "JS" };
    const again = readListState(`?${writeListState({ filters: [quick, built] })}`).filters ?? [];
    expect(again).toEqual([quick, built]);
    expect(builtOf(draftOfBuilt(again, COLUMNS), COLUMNS)).toEqual(built);
  });

  it("are said in words", () => {
    const built = builtOf(DRAFT, COLUMNS);
    expect(built && builtText(built, COLUMNS)).toBe(
      "amount列 ≥ 100.5 且 （Statu列 待确认、已确认 或 busdate列 2025-06-01 至 2025-06-30 或 （Isstop列 否 且 Billid列 未填））",
    );
    expect(builtText({ field: "Billid", operator: "contains", value: "JS" }, COLUMNS)).toBe("Billid列 包含 JS");
  });

  it("leave out what is not complete, and are none where nothing is", () => {
    const parts = [
      { field: "amount", operator: "between" as const, values: ["1", " "] },
      { field: "Billid", operator: "eq" as const, values: [""] },
      { field: "Statu", operator: "in" as const, values: [] },
      { field: "gone", operator: "eq" as const, values: ["1"] },
      { operator: "or" as const, parts: [] },
    ];
    expect(builtOf({ operator: "or", parts }, COLUMNS)).toBeNull();
    expect(builtOf({ operator: "or", parts: [...parts, { field: "Billid", operator: "eq", values: ["1"] }] }, COLUMNS)).toEqual({
      key: BUILT,
      operator: "or",
      value: [{ field: "Billid", operator: "eq", value: "1" }],
    });
    expect(draftOfBuilt([], COLUMNS)).toEqual({ operator: "and", parts: [emptyTest(COLUMNS)] });
  });

  it("are no quick filter that does not hide what waits", () => {
    const open: CrudFilter = {
      key: "busdate.between",
      operator: "or",
      value: [
        { field: "busdate", operator: "eq", value: "2025-06-01" },
        { field: WAITS, operator: "eq", value: true },
      ],
    };
    expect([open, { field: "a", operator: "eq", value: 1 } as CrudFilter].map(isBuilt)).toEqual([false, false]);
  });
});
