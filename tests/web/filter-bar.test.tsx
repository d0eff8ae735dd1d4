import type { CrudFilter } from "@refinedev/core";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { Filters, useFilters } from "../../src/web/pages/list/Filters.tsx";
import { draw } from "./kinds/draw.tsx";
import { FILTERS } from "./screen-filters.ts";

/** Two boxes: with the buttons, one fits into a row of no width, and the other is unfolded. */
const BAR = [FILTERS.number, { ...FILTERS.number, field: "Provider", title: "供应商", isNumber: false }];

let drawn = 0;
const asked: CrudFilter[][] = [];

/** A page around a bar, that knows how often it was drawn. */
function Page() {
  const [filters, search] = useState<CrudFilter[]>([]);
  const state = useFilters(
    BAR,
    {
      filters,
      search: (next) => {
        asked.push(next);
        search(next);
      },
    },
    [],
  );
  drawn += 1;
  return <Filters filters={BAR} state={state} />;
}

const box = (name: string) => screen.getByTestId<HTMLInputElement>(`filter-${name}`);

it("a filter bar draws nothing around it while one types, asks for what was typed, and begins anew", async () => {
  const { user } = draw(<Page />);
  await user.click(screen.getByTestId("filter-more"));
  const before = drawn;
  await user.type(box("Billid"), "JS01");
  await user.type(box("Provider"), " 永辉 ");
  expect(drawn).toBe(before);
  expect(asked).toEqual([]);

  await user.click(screen.getByTestId("filter-search"));
  expect(asked).toEqual([
    [
      { field: "Billid", operator: "contains", value: "JS01" },
      { field: "Provider", operator: "contains", value: "永辉" },
    ],
  ]);
  expect(drawn).toBeGreaterThan(before);
  // What is in force stands in the bar: without the blanks.
  expect(box("Provider").value).toBe("永辉");

  await user.type(box("Billid"), "9");
  await user.click(screen.getByTestId("filter-clear"));
  expect(asked.at(-1)).toEqual([]);
  expect([box("Billid").value, box("Provider").value]).toEqual(["", ""]);

  await user.type(box("Billid"), "2{Enter}");
  expect(asked.at(-1)).toEqual([{ field: "Billid", operator: "contains", value: "2" }]);
  await user.type(box("Billid"), "34");
  await user.click(screen.getByTestId("filter-reset"));
  expect(box("Billid").value).toBe("");
});
