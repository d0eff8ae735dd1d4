import dayjs from "dayjs";
import { describe, expect, it } from "vitest";
import { periodPresets } from "../../src/web/kinds/text/range-presets.ts";
import { barParts } from "../../src/web/pages/actions/bar-parts.ts";

describe("buttons over a list", () => {
  const buttons = ["a", "b", "c", "d"];

  it("stand side by side; in a narrow window a menu holds all but the first", () => {
    expect(barParts(buttons, false)).toEqual({ shown: buttons, more: [] });
    expect(barParts(buttons, true)).toEqual({ shown: ["a", "b"], more: ["c", "d"] });
  });

  it("need no menu for one alone", () => {
    expect(barParts(buttons.slice(1), true)).toEqual({ shown: ["b", "c", "d"], more: [] });
    expect(barParts([], true)).toEqual({ shown: [], more: [] });
  });
});

describe("periods to be settled", () => {
  const labels = (today: string) =>
    periodPresets(dayjs(today)).map(({ label, value }) => [label, ...value.map((day) => day.format("MM-DD"))].join(" "));

  it("are halves of a month and the month, as soon as they are over", () => {
    const last = ["上月 02-01 02-28", "上月下半月 02-16 02-28", "上月上半月 02-01 02-15"];
    expect(labels("2025-03-15")).toEqual(last);
    expect(labels("2025-03-16")).toEqual(["本月上半月 03-01 03-15", ...last]);
  });
});
