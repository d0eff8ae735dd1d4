import fc from "fast-check";
import { expect, it } from "vitest";
import { type ArrangedColumn, arrange, knownLayout, layoutOf, shownColumns } from "../../../src/shared/domain/list-layout.ts";
import type { ScreenColumn } from "../../../src/shared/protocol/screen.ts";

const column = (field: string, fixed: "left" | null = null): ScreenColumn => {
  return { field, title: field, format: "text", width: 100, align: "left", fixed, sortable: true, labels: [] };
};
const COLUMNS = [
  column("Billid", "left"),
  column("Statu", "left"),
  column("busdate"),
  column("Provider"),
  column("amount"),
  column("Remark"),
];
const fieldsOf = (arranged: readonly ScreenColumn[]) => arranged.map(({ field }) => field);

/** Any arrangement that the panel can make of the columns: those in view at all times come first. */
const arrangements = fc
  .tuple(
    fc.shuffledSubarray([...COLUMNS], { minLength: COLUMNS.length }),
    fc.array(fc.record({ isHidden: fc.boolean(), isPinned: fc.boolean(), width: fc.option(fc.integer({ min: 40, max: 1000 })) }), {
      minLength: COLUMNS.length,
      maxLength: COLUMNS.length,
    }),
  )
  .map(([order, changes]) => {
    const all = order.map((one, index): ArrangedColumn => {
      const { isHidden, isPinned, width } = changes[index] ?? { isHidden: false, isPinned: false, width: null };
      return { ...one, isHidden, fixed: isPinned ? "left" : null, isSized: width !== null, width: width ?? one.width };
    });
    return [...all.filter(({ fixed }) => fixed !== null), ...all.filter(({ fixed }) => fixed === null)];
  });

it("makes any arrangement again of what differs in it", () => {
  fc.assert(
    fc.property(arrangements, (arranged) => {
      expect(arrange(COLUMNS, { columns: layoutOf(COLUMNS, arranged) })).toEqual(arranged);
    }),
  );
});

it("says nothing of what is as the module has it, and of one moved column no more than that", () => {
  expect(layoutOf(COLUMNS, arrange(COLUMNS, {}))).toEqual([]);
  const moved = arrange(COLUMNS, { columns: [{ field: "Remark", after: "Statu" }] });
  expect(fieldsOf(moved)).toEqual(["Billid", "Statu", "Remark", "busdate", "Provider", "amount"]);
  expect(layoutOf(COLUMNS, moved)).toEqual([{ field: "Remark", after: "Statu" }]);
});

it("shows a column that the module has got since, where the module has it, and forgets one that is gone", () => {
  const layout = {
    columns: [
      { field: "amount", after: "Statu" },
      { field: "busdate", isHidden: true as const },
    ],
  };
  const later = [...COLUMNS.slice(0, 4), column("store"), ...COLUMNS.slice(4)].filter(({ field }) => field !== "Remark");
  expect(fieldsOf(shownColumns(arrange(later, layout)))).toEqual(["Billid", "Statu", "amount", "Provider", "store"]);
  // Where the neighbour is gone, nobody is moved.
  const without = COLUMNS.filter(({ field }) => field !== "Statu");
  expect(fieldsOf(arrange(without, layout))).toEqual(["Billid", "busdate", "Provider", "amount", "Remark"]);
});

it("takes whatever an address says: what names nothing changes nothing, and a list never is without columns", () => {
  const nonsense = fc.record(
    {
      field: fc.constantFrom("Billid", "amount", "Remark", "gone", "toString"),
      after: fc.constantFrom("", "Billid", "amount", "Remark", "gone", "__proto__"),
      isHidden: fc.constant(true as const),
      width: fc.integer(),
      isPinned: fc.boolean(),
    },
    { requiredKeys: ["field"] },
  );
  fc.assert(
    fc.property(fc.array(nonsense), (columns) => {
      const arranged = arrange(COLUMNS, { columns });
      expect(fieldsOf(arranged).sort()).toEqual(fieldsOf(COLUMNS).sort());
      expect(arranged.every(({ width }) => width >= 40 && width <= 1000)).toBe(true);
      expect(shownColumns(arranged).length).toBeGreaterThan(0);
    }),
  );
});

it("leaves out what it says of columns that are not there", () => {
  const layout = {
    columns: [
      { field: "amount", after: "secret", width: 90 },
      { field: "secret", isPinned: true },
    ],
    density: "large" as const,
  };
  expect(knownLayout(layout, new Set(["amount"]))).toEqual({ columns: [{ field: "amount", width: 90 }], density: "large" });
  expect(knownLayout(layout, new Set())).toEqual({ density: "large" });
});
