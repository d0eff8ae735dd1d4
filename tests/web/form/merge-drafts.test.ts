import { describe, expect, it } from "vitest";
import { mergeDrafts } from "../../../src/web/pages/form/state/merge-drafts.ts";
import { differences } from "../../../src/web/pages/form/use-conflict.ts";
import { form, line, SPEC } from "./fields.ts";

const SEEN = form(
  { contact: "张三", note: "旧", shop: "S1" },
  line("s1", { Id: 1, item: "G1", count: "1" }),
  line("s2", { Id: 2, item: "G2", count: "2" }),
);
const NOW = form(
  { contact: "李四", note: "旧", shop: "S1" },
  line("n1", { Id: 1, item: "G1", count: "9" }),
  line("n2", { Id: 2, item: "G2", count: "2" }),
);
const merge = (mine: ReturnType<typeof form>, now = NOW) => mergeDrafts(SPEC, SEEN, now, mine);
const rows = (merged: ReturnType<typeof form>) => (merged.lines.Row ?? []).map(({ values }) => `${values.item}×${values.count}`);

describe("after somebody else saved first", () => {
  it("takes his fields and keeps mine elsewhere", () => {
    const mine = form({ contact: "王五", note: "新", shop: null }, ...(SEEN.lines.Row ?? []));
    expect(merge(mine).head.values).toMatchObject({ contact: "李四", note: "新", shop: null });
  });

  it("merges a line field by field, by its id", () => {
    const mine = form({}, line("s1", { Id: 1, item: "G5", count: "3" }), line("s2", { Id: 2, item: "G2", count: "7" }));
    expect(rows(merge(mine))).toEqual(["G5×9", "G2×7"]);
  });

  it("keeps my new lines at the end, and my deletions where nobody wrote", () => {
    const mine = form({}, line("x", { item: "G8", count: "1" }));
    // The first was changed meanwhile and comes back, the second was not and stays deleted.
    expect(rows(merge(mine))).toEqual(["G1×9", "G8×1"]);
  });

  it("drops lines he deleted and adds those he added", () => {
    const now = form({}, line("n2", { Id: 2, item: "G2", count: "2" }), line("n3", { Id: 3, item: "G3", count: "3" }));
    expect(rows(merge(SEEN, now))).toEqual(["G2×2", "G3×3"]);
  });

  it("sees no change in 1.50 for 1.5 and in empty text for nothing", () => {
    const now = form(
      { contact: "张三", note: "旧", shop: "S1", total: "" },
      ...(SEEN.lines.Row ?? []).map((one) => ({ ...one, values: { ...one.values, count: `${one.values.count}.000` } })),
    );
    expect(differences(SPEC, SEEN, now, SEEN)).toEqual([]);
  });
});

describe("what is told of a conflict", () => {
  it("names each field he changed, with what I entered there", () => {
    const mine = form({ contact: "王五", note: "新", shop: "S1" }, line("s1", { Id: 1, item: "G1", count: "3" }));
    const told = differences(SPEC, SEEN, NOW, mine).map(({ label, seen, now, mine: own }) => [label, seen, now, own]);
    expect(told).toEqual([
      ["联系人", "张三", "李四", "王五"],
      ["明细 第1行 · 数量", "1.000", "9.000", "3.000"],
    ]);
  });

  it("tells lines that came and went as wholes, and leaves out what is calculated", () => {
    const now = form(
      { ...SEEN.head.values, total: "5.00" },
      line("n2", { Id: 2, item: "G2", count: "2" }),
      line("n3", { Id: 3, item: "G3" }),
    );
    const told = differences(SPEC, SEEN, now, SEEN).map(({ label, now: is }) => [label, is]);
    expect(told).toEqual([
      ["明细 第1行", "已删除"],
      ["明细 第3行", "新增"],
    ]);
  });
});
