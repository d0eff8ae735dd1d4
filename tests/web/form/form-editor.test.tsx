import { Refine } from "@refinedev/core";
import { screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import type { FormSpec } from "../../../src/shared/protocol/form.ts";
import type { ScreenModel } from "../../../src/shared/protocol/screen.ts";
import { dataProvider } from "../../../src/web/data/data-provider.ts";
import { createQueryClient } from "../../../src/web/data/query-client.ts";
import { FormEditor } from "../../../src/web/pages/form/FormEditor.tsx";
import { blankDraft } from "../../../src/web/pages/form/state/form-draft.ts";
import { type Tab, TabContext } from "../../../src/web/providers/tab.ts";
import { draw } from "../kinds/draw.tsx";
import { field } from "./fields.ts";

const FIELDS = [field("note", "备注", "string"), field("code", "编码", "string", { isFixed: true })];
const SPEC: FormSpec = {
  sections: [{ title: "基本信息", fields: FIELDS.map(({ name }) => name) }],
  fields: Object.fromEntries(FIELDS.map((one) => [one.name, one])),
  lines: [],
  rules: [],
};
const SCREEN = {
  MdlId: 7,
  title: "单据",
  path: "/docs",
  actions: [
    { action: "create", kind: "create" },
    { action: "edit", kind: "edit" },
  ],
} as unknown as ScreenModel;
const nothing = (): void => undefined;
const TAB: Tab = {
  isShown: () => true,
  whenShown: () => nothing,
  name: nothing,
  hold: () => nothing,
  rest: () => nothing,
  leave: nothing,
  drop: nothing,
};

interface Saving {
  readonly params: Record<string, string>;
  readonly key: string;
  readonly answer: (code: number, result: object, text?: string) => void;
  /** No answer arrives. */
  readonly lose: () => void;
}

/** What was sent to be saved, in its order; each waits for its answer. */
let savings: Saving[] = [];

beforeEach(() => {
  savings = [];
  sessionStorage.clear();
  vi.stubGlobal(
    "fetch",
    (_path: string, { body, headers }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        savings.push({
          params: Object.fromEntries(new URLSearchParams(String(body))),
          key: String(Object(headers)["Idempotency-Key"]),
          answer: (Code, Result, Msg = "") => resolve(Response.json({ Code, Msg, Result })),
          lose: () => reject(new TypeError("Failed to fetch")),
        });
      }),
  );
});

/** A form for a new document. */
function drawNew(model = SCREEN) {
  const client = createQueryClient(nothing);
  return draw(
    <MemoryRouter initialEntries={["/docs/create"]}>
      <Refine dataProvider={dataProvider} options={{ disableTelemetry: true, reactQuery: { clientConfig: client } }}>
        <TabContext.Provider value={TAB}>
          <FormEditor screen={model} spec={SPEC} target={null} start={blankDraft(SPEC)} number="" />
        </TabContext.Provider>
      </Refine>
    </MemoryRouter>,
    client,
  );
}

const input = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`#field-${name}`) ?? expect.fail(name);
const isWaiting = (): boolean => input("note").closest("[inert]") !== null;
const sent = async (count: number): Promise<Saving> => {
  await waitFor(() => expect(savings).toHaveLength(count));
  return savings[count - 1] ?? expect.fail();
};

it("takes nothing while it is being saved, and has the cursor where it was when that fails", async () => {
  const { user } = drawNew();
  await user.type(input("note"), "甲");
  expect(document.activeElement).toBe(input("note"));
  await user.keyboard("{Control>}s{/Control}");
  const saving = await sent(1);
  expect([isWaiting(), document.activeElement === document.body]).toEqual([true, true]);
  await user.keyboard("乙");
  expect(saving.params.note).toBe("甲");
  saving.answer(422, {}, "现在不行");
  await screen.findByText("现在不行");
  expect([isWaiting(), document.activeElement === input("note"), input("note").value]).toEqual([false, true, "甲"]);
});
