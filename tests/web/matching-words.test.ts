import { describe, expect, it } from "vitest";
import type { ScreenAction } from "../../src/shared/protocol/screen.ts";
import { piecesOf, refusedGroups, runsOnMatching, type TriedRow } from "../../src/web/pages/actions/matching-words.ts";

const row = (id: number, Msg = ""): TriedRow => ({ id, title: `DD${id}`, Code: Msg === "" ? 200 : 422, Msg });

describe("an action on all that match", () => {
  it("tells why rows cannot go, the most frequent reason first, and how many do not offer it", () => {
    const rows = [row(1), row(2, "没有明细"), row(3, "已停付"), row(4, "已停付")];
    expect(refusedGroups(rows, 10)).toEqual([
      { reason: "当前状态不能执行该操作", count: 6, titles: [] },
      { reason: "已停付", count: 2, titles: ["DD3", "DD4"] },
      { reason: "没有明细", count: 1, titles: ["DD2"] },
    ]);
    expect(refusedGroups([row(1)], 1)).toEqual([]);
  });

  it("names the first rows of a reason", () => {
    const [group] = refusedGroups(
      Array.from({ length: 9 }, (_, index) => row(index, "已停付")),
      9,
    );
    expect(group).toMatchObject({ count: 9, titles: ["DD0", "DD1", "DD2", "DD3", "DD4"] });
  });

  it("goes in pieces, with every row in one of them", () => {
    expect(piecesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(piecesOf([])).toEqual([]);
  });

  it("is one that changes a state of several at once", () => {
    const action = { kind: "transition", bulk: true, all: false, ticks: null } as ScreenAction;
    expect(runsOnMatching(action)).toBe(true);
    for (const part of [{ kind: "delete" }, { bulk: false }, { all: true }, { ticks: { entity: "OrderLine", field: "x", least: 1 } }])
      expect(runsOnMatching({ ...action, ...part } as ScreenAction)).toBe(false);
  });
});
