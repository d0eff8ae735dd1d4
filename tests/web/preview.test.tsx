import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { WireRow } from "../../src/shared/protocol/list.ts";
import type { ActionPreview, PreviewRow } from "../../src/shared/protocol/preview.ts";
import type { ScreenAction, ScreenColumn, ScreenModel } from "../../src/shared/protocol/screen.ts";
import PreviewModal from "../../src/web/pages/actions/PreviewModal.tsx";
import { chosenOf, refusalOf } from "../../src/web/pages/actions/preview-words.ts";
import { draw } from "./kinds/draw.tsx";

const LOOK = { width: 120, align: "left", fixed: null, sortable: false, labels: [] } as const;
const COLUMNS: readonly ScreenColumn[] = [
  { ...LOOK, field: "Billid", title: "单号", format: "text" },
  { ...LOOK, field: "due", title: "应付金额", format: "money" },
  { ...LOOK, field: "due", title: "大写", format: "capitals" },
];
const row = (id: number, Msg = ""): PreviewRow => ({
  id,
  rowver: 1,
  title: `FK${id}`,
  row: { Id: id, Billid: `FK${id}`, due: "1234.5" },
  Code: Msg === "" ? 200 : 422,
  Msg,
  cause: "",
});
const TOTAL = { title: "付款合计", amount: "2469.00", decimals: 2, capitals: "贰仟肆佰陆拾玖元整" };
const preview = (rows: readonly PreviewRow[]): ActionPreview => ({ columns: COLUMNS, rows, totals: [TOTAL], choose: null });

describe("the words of a preview", () => {
  it("are the refusal's own, with the first row of several", () => {
    expect(refusalOf(preview([row(1)]))).toBeNull();
    expect(refusalOf(preview([row(1, "请等待供应商上传发票")]))).toBe("请等待供应商上传发票");
    const several = preview([row(1), row(2, "该单据未上传附件/没有支付权限"), row(3, "该供应商已停付")]);
    expect(refusalOf(several)).toBe("该单据未上传附件/没有支付权限（FK2）");
  });

  it("choose what can be chosen: what was picked as long as it can", () => {
    const choices = [
      { key: "a", title: "甲", Msg: "金额超限" },
      { key: "b", title: "乙", Msg: "" },
      { key: "c", title: "丙", Msg: "" },
    ];
    const of = (picked: string | null) => chosenOf({ choose: { title: "渠道", none: "", choices } }, picked)?.key;
    expect([of(null), of("c"), of("a")]).toEqual(["b", "c", "b"]);
    expect(chosenOf({ choose: null }, null)).toBeUndefined();
  });
});

describe("the preview of an action", () => {
  const PAGE = { MdlId: 101, actions: [] as readonly ScreenAction[], show: { titleField: "Billid" } } as ScreenModel;
  const PAY = { action: "pay", title: "确认付款", kind: "transition", all: false, bulk: true, danger: true } as ScreenAction;
  const ROWS: readonly WireRow[] = [
    { Id: 1, Billid: "FK1", rowver: 3 },
    { Id: 2, Billid: "FK2", rowver: 5 },
  ];

  /** A server that refuses the second row; what was asked of it. */
  function refusingServer() {
    const asked: { path: string; params: Record<string, string> }[] = [];
    vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
      const params = Object.fromEntries(new URLSearchParams(String(body)));
      const ids = (params.ids ?? "").split(",").map(Number);
      asked.push({ path, params });
      const Result = path.endsWith("/Preview")
        ? preview(ids.map((id) => row(id, id === 2 ? "该单据已停付" : "")))
        : { results: ids.map((id) => ({ id, Code: 200, Msg: "" })) };
      return Response.json({ Code: 200, Msg: "", Result });
    });
    return asked;
  }

  it("shows every row and its result, and confirms nothing until what is refused is left out", async () => {
    const asked = refusingServer();
    const onDone = vi.fn();
    const { user } = draw(<PreviewModal screen={PAGE} action={PAY} rows={ROWS} onClose={() => undefined} onDone={onDone} />);
    const first = await screen.findByTestId("preview-1");
    for (const text of ["FK1", "1,234.50", "壹仟贰佰叁拾肆元伍角", "可以执行"]) expect(within(first).getByText(text)).toBeTruthy();
    expect(within(screen.getByTestId("preview-2")).getByText("该单据已停付")).toBeTruthy();
    expect(screen.getByTestId("preview-refusal").textContent).toBe("该单据已停付（FK2）");
    expect(screen.getByTestId("preview-totals").textContent).toContain("2,469.00");
    expect(screen.getByTestId("preview-capitals").textContent).toBe(TOTAL.capitals);
    const ok = screen.getByTestId<HTMLButtonElement>("confirm-ok");
    expect(ok.disabled).toBe(true);

    await user.click(screen.getByTestId("preview-leave-out"));
    await waitFor(() => expect(ok.disabled).toBe(false));
    expect(screen.queryByTestId("preview-2")).toBeNull();
    expect(screen.queryByTestId("preview-refusal")).toBeNull();
    await user.click(ok);
    await waitFor(() => expect(onDone).toHaveBeenCalledWith([]));
    expect(asked.filter(({ path }) => path.endsWith("/Action"))).toEqual([
      { path: "/api/Module/101/Action", params: { action: "pay", ids: "1", versions: '{"1":1}' } },
    ]);
  });
});
