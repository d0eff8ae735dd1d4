import { describe, expect, it } from "vitest";
import type { WireRow } from "../../src/shared/protocol/list.ts";
import type { ScreenAction } from "../../src/shared/protocol/screen.ts";
import { actionOutcome } from "../../src/web/pages/actions/action-outcome.ts";
import { actionRequest, rowsFor } from "../../src/web/pages/actions/action-request.ts";

const action = (part: Partial<ScreenAction> = {}): ScreenAction => ({
  action: "confirm",
  title: "确认",
  functionKey: "confirm",
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
const ROWS = [row(1, ["confirm"]), row(2, []), row(3, ["confirm", "back"])];

describe("rowsFor", () => {
  it("takes the rows that allow the action", () => expect(rowsFor(action(), ROWS).map((each) => each.Id)).toEqual([1, 3]));
  it("takes none of several for a single action", () => expect(rowsFor(action({ bulk: false }), ROWS)).toEqual([]));
  it("takes one for a single action", () => expect(rowsFor(action({ bulk: false }), ROWS.slice(0, 1))).toHaveLength(1));
});

describe("actionRequest", () => {
  it("guards one document by its version", () => {
    expect(actionRequest(action(), ROWS.slice(0, 1), "").values).toEqual({ action: "confirm", ids: "1", rowver: "3" });
  });
  it("sends several without a version", () =>
    expect(actionRequest(action(), ROWS, "").values).toEqual({ action: "confirm", ids: "1,2,3" }));
  it("sends the reason where one is asked for", () => {
    expect(actionRequest(action({ needsReason: true }), ROWS.slice(0, 1), "金额有误").values.reason).toBe("金额有误");
  });
  it("has a key of its own each time", () => {
    expect(actionRequest(action(), ROWS, "").key).not.toBe(actionRequest(action(), ROWS, "").key);
  });
});

describe("actionOutcome", () => {
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
