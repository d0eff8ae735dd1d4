import { describe, expect, it } from "vitest";
import type { WireRow } from "../../src/shared/protocol/list.ts";
import type { ScreenAction } from "../../src/shared/protocol/screen.ts";
import { actionRequest, hintOf, nextStepOf, questionOf, rowsFor } from "../../src/web/pages/actions/action-request.ts";
import { actionOutcome } from "../../src/web/pages/actions/use-action.tsx";

const action = (part: Partial<ScreenAction> = {}): ScreenAction => ({
  action: "confirm",
  title: "确认",
  functionKey: "confirm",
  kind: "transition",
  reasonTitle: "原因",
  ticks: null,
  all: false,
  open: null,
  needsReason: false,
  danger: false,
  bulk: true,
  ...part,
});
const row = (Id: number, actions: string[]): WireRow => ({
  Id,
  Billid: `JS${Id}`,
  rowver: 3,
  ...({ _actions: actions } as unknown as WireRow),
});
const page = (...actions: ScreenAction[]) => ({ actions, show: { titleField: "Billid" } });
const ROWS = [row(1, ["confirm"]), row(2, []), row(3, ["confirm", "back"])];

describe("rowsFor", () => {
  it("takes the rows that allow the action", () => expect(rowsFor(action(), ROWS).map((each) => each.Id)).toEqual([1, 3]));
  it("takes none of several for a single action", () => expect(rowsFor(action({ bulk: false }), ROWS)).toEqual([]));
  it("takes one for a single action", () => expect(rowsFor(action({ bulk: false }), ROWS.slice(0, 1))).toHaveLength(1));
});

describe("actionRequest", () => {
  it("guards one document by its version", () => {
    expect(actionRequest(action(), ROWS.slice(0, 1), {}).values).toEqual({ action: "confirm", ids: "1", rowver: "3" });
  });
  it("sends several without a version", () =>
    expect(actionRequest(action(), ROWS, {}).values).toEqual({ action: "confirm", ids: "1,2,3" }));
  it("sends the reason where one is asked for", () => {
    expect(actionRequest(action({ needsReason: true }), ROWS.slice(0, 1), { reason: "金额有误" }).values.reason).toBe("金额有误");
  });
  it("sends the ticked lines, also none of them", () => {
    expect(actionRequest(action(), ROWS.slice(0, 1), { ticked: ["7", "9"] }).values.lines).toBe("7,9");
    expect(actionRequest(action(), ROWS.slice(0, 1), { ticked: [] }).values.lines).toBe("");
  });
  it("names no row where it is for all of the page", () => {
    expect(actionRequest(action({ all: true }), []).values).toEqual({ action: "confirm" });
  });
  it("deletes by a call of its own", () => {
    const request = actionRequest(action({ action: "delete", kind: "delete" }), ROWS.slice(0, 1));
    expect([request.call, request.values]).toEqual(["Delete", { ids: "1", rowver: "3" }]);
  });
  it("has a key of its own each time", () => {
    expect(actionRequest(action(), ROWS, {}).key).not.toBe(actionRequest(action(), ROWS, {}).key);
  });
});

describe("what is said of an action", () => {
  const remove = action({ action: "confirm", title: "删除", kind: "delete", danger: true });
  it("names what a deletion takes away, and what it leaves", () => {
    expect(questionOf(remove, ROWS, page())).toBe("将删除 JS1、JS3（共 2 条），删除后不能恢复。其余 1 条当前状态不能执行，将保持不变。");
  });
  it("asks nothing before what can be taken back for as many rows", () => {
    const back = action({ action: "back", title: "反确认", bulk: false });
    const there = action({ undo: "back" });
    const [one, two] = [ROWS.slice(0, 1), ROWS.filter(({ Id }) => Id !== 2)];
    expect(questionOf(there, one, page(back))).toBeNull();
    expect(questionOf(there, two, page(back))).toBe("将对 JS1、JS3（共 2 条）执行。执行后不能直接撤销。");
    expect(questionOf(there, two, page({ ...back, bulk: true }))).toBeNull();
    expect(questionOf(there, ROWS, page({ ...back, bulk: true }))).toContain("其余 1 条当前状态不能执行");
  });
  it("asks before what cannot be taken back, and before what destroys", () => {
    expect(questionOf(action(), ROWS.slice(0, 1), page())).toBe("将对 JS1 执行。执行后不能直接撤销。");
    expect(questionOf(action({ undo: "gone" }), ROWS.slice(0, 1), page())).not.toBeNull();
    expect(questionOf(action({ undo: "back", danger: true }), ROWS.slice(0, 1), page(action({ action: "back" })))).not.toBeNull();
  });
  it("calls the action that leads on most of the rows the next step", () => {
    const [confirm, back] = [action({ isNext: true }), action({ action: "back", isNext: true })];
    expect(nextStepOf([back, confirm], ROWS)).toBe(confirm);
    expect(nextStepOf([back, confirm], ROWS.slice(2))).toBe(back);
    expect(nextStepOf([back, confirm], ROWS.slice(1, 2))).toBeNull();
    expect(nextStepOf([action()], ROWS)).toBeNull();
  });
  it("needs no row for 新增 and for what runs on all", () => {
    expect(hintOf(action({ kind: "create" }), [])).toBeNull();
    expect(hintOf(action({ all: true }), [])).toBeNull();
    expect(hintOf(action(), [])).toBe("请先勾选单据");
  });
});

describe("actionOutcome", () => {
  it("takes the answers alone where no rows were named", () => {
    const results = [
      { id: 1, Code: 200, Msg: "" },
      { id: 2, Code: 422, Msg: "不行" },
    ];
    expect(actionOutcome([], results, "Billid")).toEqual({ done: 1, failures: [{ id: "2", name: "2", text: "不行" }] });
    expect(actionOutcome([], [], "Billid")).toEqual({ done: 0, failures: [] });
  });
  it("lists every row that did not go through, also one without an answer", () => {
    const results = [
      { id: 1, Code: 200, Msg: "操作成功" },
      { id: 2, Code: 422, Msg: "请等待供应商上传发票" },
    ];
    expect(actionOutcome(ROWS, results, "Billid")).toEqual({
      done: 1,
      failures: [
        { id: "2", name: "JS2", text: "请等待供应商上传发票" },
        { id: "3", name: "JS3", text: "服务器未返回该单据的结果，请刷新后核对" },
      ],
    });
  });
});
