import { describe, expect, it } from "vitest";
import { ApiError, TransportError } from "../../../src/shared/protocol/envelope.ts";
import { blankDraft, isChanged } from "../../../src/web/pages/form/state/form-draft.ts";
import { type FormEvent, formReducer, startState } from "../../../src/web/pages/form/state/form-reducer.ts";
import { saveFailure, saveParams } from "../../../src/web/pages/form/state/save-form.ts";
import { checkDraft } from "../../../src/web/pages/form/state/settle-draft.ts";
import { field, form, line, SPEC } from "./fields.ts";

const reduce = formReducer(SPEC);
const run = (events: readonly FormEvent[], start = form({ maker: "M1" }, line("a", { Id: 1, item: "G1", count: "2", price: "1.50" }))) =>
  events.reduce(reduce, startState(SPEC, start));
const write = (key: string, name: string, value: string | null): FormEvent => ({
  type: "lines",
  entity: "Row",
  edit: { kind: "write", key, writing: { field: name, value } },
});

describe("the state of a form", () => {
  it("calculates lines and totals as they are written, exactly", () => {
    const { now } = run([write("a", "count", "3"), { type: "lines", entity: "Row", edit: { kind: "duplicate", key: "a", as: "b" } }]);
    expect(now.lines.Row?.map(({ values }) => values.sum)).toEqual(["4.50", "4.50"]);
    expect(now.head.values.total).toBe("9.00");
  });

  it("clears a line's choice when the head's value that narrows it becomes another", () => {
    const spec = {
      ...SPEC,
      lines: SPEC.lines.map((lines) => ({
        ...lines,
        fields: { ...lines.fields, item: field("item", "商品编码", "ref", { narrowedBy: ["maker"] }) },
      })),
    };
    const start = startState(spec, form({ maker: "M1" }, line("a", { item: "G1", count: "2" })));
    const after = formReducer(spec)(start, { type: "write", writing: { field: "maker", value: "M2" } });
    expect(after.now.lines.Row?.[0]?.values).toMatchObject({ item: null, count: "2" });
    const other = formReducer(spec)(start, { type: "write", writing: { field: "note", value: "x" } });
    expect(other.now.lines.Row?.[0]).toBe(start.now.lines.Row?.[0]);
  });

  it("keeps what was typed, also when it is no number", () => {
    const { now } = run([write("a", "count", "三")]);
    expect(now.lines.Row?.[0]?.values).toMatchObject({ count: "三", sum: null });
    expect(checkDraft(SPEC, now)).toMatchObject([{ key: "a", field: "count", message: "数量应为数字，最多3位小数" }]);
  });

  it("is dirty by what the user may write only, and clean again when it is written back", () => {
    expect(isChanged(SPEC, run([]).start, run([]).now)).toBe(false);
    const changed = run([write("a", "count", "3")]);
    expect(isChanged(SPEC, changed.start, changed.now)).toBe(true);
    const back = reduce(changed, write("a", "count", "2.000"));
    expect(isChanged(SPEC, back.start, back.now)).toBe(false);
  });

  it("forgets what the server refused as soon as the field is written, and follows a line that moves", () => {
    const refused = run([
      { type: "lines", entity: "Row", edit: { kind: "insert", after: null, as: "b" } },
      {
        type: "refused",
        problems: [
          { entity: "Row", line: 0, field: "count", message: "超过库存" },
          { field: "note", message: "太长" },
        ],
      },
      { type: "lines", entity: "Row", edit: { kind: "move", key: "a", by: 1 } },
    ]);
    expect(refused.refused.map(({ key, field }) => [key, field])).toEqual([
      ["a", "count"],
      [null, "note"],
    ]);
    const written = reduce(reduce(refused, write("a", "count", "1")), { type: "write", writing: { field: "note", value: "短" } });
    expect(written.refused).toEqual([]);
  });
});

describe("the check", () => {
  it("tells everything at once, in the order of the form", () => {
    const now = form({}, line("a", { item: "G1", count: "-1" }), line("b", {}));
    expect(checkDraft(SPEC, now).map(({ key, field }) => `${key ?? ""}.${field}`)).toEqual([".maker", "a.count", "b.item", "b.count"]);
  });

  it("has nothing against a form that is filled in", () => {
    expect(checkDraft(SPEC, form({ maker: "M1" }, line("a", { item: "G1", count: "1" })))).toEqual([]);
  });
});

describe("what is sent", () => {
  it("is every field the user may write, empty ones as empty text, lines with their ids", () => {
    const values = form(
      { maker: "M1", makerName: "甲", note: null, total: "3" },
      line("a", { Id: 7, item: "G1", count: "2", sum: "3" }),
      line("b", { item: "G2" }),
    );
    const { lines, ...head } = saveParams(SPEC, values, true);
    expect(head).toEqual({ maker: "M1", contact: "", shop: "", note: "" });
    expect(JSON.parse(String(lines))).toEqual({
      Row: [
        { Id: 7, item: "G1", count: "2", price: "", day: "" },
        { item: "G2", count: "", price: "", day: "" },
      ],
    });
  });

  it("leaves out what may be given for new rows only", () => {
    expect(saveParams(SPEC, form({ maker: "M1" }), false)).not.toHaveProperty("maker");
    expect(saveParams(SPEC, blankDraft(SPEC), true)).toHaveProperty("maker", "");
  });
});

describe("a saving that failed", () => {
  const current = { row: { Id: 1 }, actor: "王五", time: "2025-11-21 10:00:00" };
  it.each([
    [new ApiError(400, "有错", undefined, { problems: [{ field: "note", message: "太长" }] }), "problems"],
    [new ApiError(400, "参数 id 有误", undefined, { problems: [] }), "refused"],
    [new ApiError(409, "已被修改", undefined, { current }), "conflict"],
    [new ApiError(409, "单据状态已变化", undefined, null), "refused"],
    [new ApiError(422, "合同已到期"), "refused"],
    [new ApiError(0, "网络连接失败"), "unanswered"],
    [new TransportError(504, "请求错误（HTTP 504）"), "unanswered"],
    [new TransportError(413, "请求错误（HTTP 413）"), "refused"],
    [new TypeError("x"), "refused"],
  ])("%s is %s", (error, kind) => expect(saveFailure(error).kind).toBe(kind));
});
