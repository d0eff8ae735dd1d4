import { Refine } from "@refinedev/core";
import { screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RightsResult, ScreenModel, WhyResult } from "../../src/shared/protocol/screen.ts";
import { dataProvider } from "../../src/web/data/data-provider.ts";
import { createQueryClient } from "../../src/web/data/query-client.ts";
import RightsPage from "../../src/web/pages/rights/RightsPage.tsx";
import { draw } from "./kinds/draw.tsx";

const PAGE = {
  MdlId: 9001,
  title: "用户权限",
  help: "",
  show: { titleField: "UsrName" },
  columns: [{ field: "UsrName" }, { field: "USER_ID" }, { field: "statu" }],
  defaultSort: [],
} as unknown as ScreenModel;

const USERS = [
  { Id: 1, UsrName: "张三", USER_ID: "boss", statu: 1, statu_text: "启用" },
  { Id: 2, UsrName: "李四", USER_ID: "off", statu: 0, statu_text: "停用" },
];

const ORDERS: RightsResult["pages"][number] = {
  module: 8901,
  title: "订单管理",
  isClosed: false,
  functions: [{ key: "audit", title: "审核" }],
  actions: [{ name: "audit", title: "审核", key: "audit", rows: "状态为 0 录入" }],
  rows: "本门店的所有行",
  fields: [],
};
const BILLS = { ...ORDERS, module: 503, title: "付款单", isClosed: true, actions: [] };
const MAY: RightsResult = { role: "零售商用户，方案 plain", group: "财务主管", faults: [], pages: [ORDERS, BILLS] };
const MAY_NOT: RightsResult = { role: "零售商用户，方案 plain", group: "采购", faults: ["用户已停用"], pages: [] };
const FIELD = { name: "amount", title: "金额", told: "列表、导出" };
const WHY: WhyResult = {
  may: false,
  steps: [
    { verdict: "allows", text: "允许 使用方：商场或零售商", place: "schemas/modules/order.json:4" },
    { verdict: "refuses", text: "拒绝 功能：audit", place: "" },
  ],
};

/** A server with these users; what a call answers is replaced by `answers`, and null never comes. Returns what was asked. */
function serve(answers: Readonly<Record<string, (params: URLSearchParams) => object | null>> = {}) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    const call = path.split("/").at(-1) ?? "";
    const params = new URLSearchParams(String(body));
    asked.push(`${call} ${[...params].map((pair) => pair.join("=")).join(" ")}`);
    const own: Record<string, (params: URLSearchParams) => object> = {
      GetPage: () => ({ rows: USERS, total: USERS.length, footer: [] }),
      GetRights: (sent) => {
        if (sent.get("id") === "2") return MAY_NOT;
        return sent.has("module") ? { ...MAY, pages: [{ ...ORDERS, fields: [FIELD] }] } : MAY;
      },
      GetWhy: () => WHY,
    };
    const result = (answers[call] ?? own[call])?.(params) ?? null;
    if (result === null) return new Promise<Response>(() => undefined);
    return Response.json("Code" in result ? result : { Code: 200, Msg: "", Result: result });
  });
  return asked;
}

function open(at = "/") {
  const client = createQueryClient(() => undefined);
  return draw(
    <MemoryRouter initialEntries={[at]}>
      <Refine dataProvider={dataProvider} options={{ disableTelemetry: true, useNewQueryKeys: true, reactQuery: { clientConfig: client } }}>
        <RightsPage screen={PAGE} />
      </Refine>
    </MemoryRouter>,
    client,
  );
}

describe("the page of rights", () => {
  beforeEach(() => void serve());

  it("shows the first one's rights, and why beside what was asked", async () => {
    const asked = serve();
    const { user } = open();
    const view = await screen.findByTestId("rights-view");
    expect(within(view).getByText("张三 · 零售商用户，方案 plain · 财务主管")).toBeTruthy();
    expect(screen.getByTestId("row-2").textContent).toBe("李四off · 停用");
    await user.click(screen.getByTestId("rights-8901"));
    const orders = within(await screen.findByLabelText("操作及其适用的行"));
    expect(orders.getByRole("listitem").textContent).toContain("审核：状态为 0 录入");
    expect((await screen.findByLabelText("字段及其出现的途径")).textContent).toContain("金额（amount）：列表、导出");

    await user.click(screen.getByTestId("why-action:audit"));
    const why = await screen.findByTestId("rights-why");
    await within(why).findByText("审核：不可以");
    expect(
      within(why)
        .getAllByRole("listitem")
        .map((step) => step.textContent),
    ).toEqual(["允许 使用方：商场或零售商schemas/modules/order.json:4", "拒绝 功能：audit"]);
    expect(asked).toContain("GetWhy id=1 module=8901 what=action:audit");
    // The function of the same name is another question, and one answer is shown at a time.
    await user.click(screen.getByTestId("why-function:audit"));
    await waitFor(() => expect(asked).toContain("GetWhy id=1 module=8901 what=function:audit"));
    expect(screen.getAllByTestId("rights-why")).toHaveLength(1);
    await user.click(screen.getByTestId("why-function:audit"));
    expect(screen.queryByTestId("rights-why")).toBeNull();
  });

  it("says which pages an ended contract closes, and finds a page by its name", async () => {
    const { user } = open();
    expect((await screen.findByTestId("rights-closed")).textContent).toBe("合约已到期，其中 1 个页面暂不能打开");
    expect(screen.getByTestId("rights-503").textContent).toContain("合约已到期");
    expect(screen.getByTestId("rights-8901").textContent).not.toContain("合约已到期");
    await user.type(screen.getByLabelText("查找页面"), "付款");
    await waitFor(() => expect(screen.queryByTestId("rights-8901")).toBeNull());
    await user.type(screen.getByLabelText("查找页面"), "单据");
    expect(await screen.findByText("没有名称含“付款单据”的页面")).toBeTruthy();
  });

  it("says why one cannot sign in; the address remembers whom it is about", async () => {
    open("/?who=2");
    expect((await screen.findByTestId("rights-faults")).textContent).toBe("不能登录：用户已停用");
    expect(screen.getByTestId("row-2").querySelector("button")?.getAttribute("aria-current")).toBe("true");
    expect(screen.queryByText("没有任何页面的权限")).toBeNull();
  });

  it("says that somebody has no right at all, or that nobody is found", async () => {
    serve({ GetRights: () => ({ ...MAY, pages: [] }) });
    const { unmount } = open();
    expect(await screen.findByText("没有任何页面的权限")).toBeTruthy();
    unmount();
    serve({ GetPage: (params) => ({ rows: params.get("filter")?.includes("王五") ? [] : USERS, total: 0, footer: [] }) });
    const { user } = open();
    await user.type(await screen.findByPlaceholderText("按名称查找"), "王五{Enter}");
    expect(await screen.findByText("没有符合的数据")).toBeTruthy();
  });

  it("waits where the answer is missing, and tries again where it failed", async () => {
    let isDown = true;
    serve({ GetWhy: () => (isDown ? { Code: 404, Msg: "数据不存在", Result: null } : WHY) });
    const { user } = open();
    await user.click(await screen.findByTestId("rights-8901"));
    await user.click(await screen.findByTestId("why-rows"));
    const why = await screen.findByTestId("rights-why");
    await within(why).findByText("加载失败：数据不存在");
    isDown = false;
    await user.click(within(why).getByRole("button", { name: "重 试" }));
    await within(why).findByText("可见的行：不可以");
  });

  it("shows a skeleton until somebody is there", () => {
    serve({ GetPage: () => null });
    open();
    expect(screen.getByTestId("page-skeleton")).toBeTruthy();
  });
});
