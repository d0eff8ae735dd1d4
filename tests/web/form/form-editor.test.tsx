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
  /** A proxy answers, as the server does not. */
  readonly cutOff: () => void;
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
          cutOff: () => resolve(new Response("<html>", { status: 504 })),
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

const save = (): HTMLElement => screen.getByTestId("form-save");

/** A new document is sent to be saved, no answer arrives, and its note is changed. */
async function loseOne(model?: ScreenModel): Promise<{ readonly user: ReturnType<typeof drawNew>["user"]; readonly first: Saving }> {
  const { user } = drawNew(model);
  await user.type(input("note"), "甲");
  await user.click(save());
  const first = await sent(1);
  first.lose();
  await screen.findByText(/未收到服务器答复/);
  await user.type(input("note"), "乙");
  return { user, first };
}

it("changes the document that a saving without an answer made, instead of making a second one", async () => {
  const { user, first } = await loseOne();
  await user.click(save());
  const again = await sent(2);
  expect([again.params, again.key]).toEqual([first.params, first.key]);
  again.answer(200, { id: 31, rowver: 4 });
  const change = await sent(3);
  expect(change.params).toEqual({ note: "甲乙", id: "31", rowver: "4" });
  expect(change.key).not.toBe(first.key);
  change.answer(422, {}, "现在不行");
  await screen.findByText("现在不行");
  await user.type(input("note"), "丙");
  await user.click(save());
  expect((await sent(4)).params).toEqual({ note: "甲乙丙", id: "31", rowver: "4" });
});

it("saves anew, with a key of its own, when the saving without an answer turns out to be refused", async () => {
  const { user, first } = await loseOne();
  await user.click(save());
  (await sent(2)).answer(422, {}, "甲不行");
  const other = await sent(3);
  expect(other.params).toEqual({ note: "甲乙", code: "" });
  expect(other.key).not.toBe(first.key);
});

it("asks first where what may be there could not be changed, and saves another one only when asked again", async () => {
  const { user, first } = await loseOne({ ...SCREEN, actions: [] });
  await user.click(save());
  await screen.findByText(/可能已经保存，而保存后不能在这里修改/);
  expect([savings.length, input("note").value]).toEqual([1, "甲乙"]);
  await user.click(save());
  const other = await sent(2);
  expect([other.params.note, other.key === first.key]).toEqual(["甲乙", false]);
});

it("asks no more for what was refused when it was asked again", async () => {
  const { user } = drawNew();
  await user.type(input("note"), "甲");
  await user.click(save());
  (await sent(1)).lose();
  await screen.findByText(/未收到服务器答复/);
  await user.click(save());
  (await sent(2)).answer(422, {}, "甲不行");
  await screen.findByText("甲不行");
  await user.type(input("note"), "乙");
  await user.click(save());
  expect((await sent(3)).params.note).toBe("甲乙");
});

it("asks with the same key until there is an answer: a proxy's failure is none", async () => {
  const { user, first } = await loseOne();
  await user.click(save());
  (await sent(2)).cutOff();
  await waitFor(() => expect(isWaiting()).toBe(false));
  await user.click(save());
  const third = await sent(3);
  expect([third.params, third.key]).toEqual([first.params, first.key]);
});

const kept = (): string[] => Object.entries(sessionStorage).flatMap(([key, text]) => (key.startsWith("form-draft:") ? [String(text)] : []));
const keptOf = (note: string) =>
  waitFor(() => expect(kept().filter((text) => text.includes(`"now":{"head":{"values":{"note":"${note}"`))).toHaveLength(1), {
    timeout: 5000,
  });

it("keeps what is entered while something is offered, offers the latest first, and forgets what is saved", async () => {
  const first = drawNew();
  await first.user.type(input("note"), "甲");
  await keptOf("甲");
  first.unmount();
  const second = drawNew();
  expect(await screen.findAllByTestId("kept-draft")).toHaveLength(1);
  await second.user.type(input("note"), "乙");
  await keptOf("乙");
  second.unmount();

  const { user } = drawNew();
  await user.click(await screen.findByTestId("kept-restore"));
  expect(input("note").value).toBe("乙");
  await user.click(await screen.findByTestId("kept-restore"));
  expect(input("note").value).toBe("甲");
  await user.click(await screen.findByTestId("kept-restore"));
  expect(input("note").value).toBe("乙");
  await user.click(save());
  (await sent(1)).answer(200, { id: 31, rowver: 1 });
  await screen.findByText("保存成功");
  // The other one is another document.
  await keptOf("甲");
  expect(kept()).toHaveLength(1);
});

it("offers what the version before has kept", async () => {
  const first = drawNew();
  await first.user.type(input("note"), "甲");
  await keptOf("甲");
  first.unmount();
  for (const [key, text] of Object.entries(sessionStorage)) {
    if (!key.startsWith("form-draft:")) continue;
    sessionStorage.removeItem(key);
    sessionStorage.setItem(key.replace(/#.*/, ""), String(text));
  }
  const { user } = drawNew();
  await user.click(await screen.findByTestId("kept-restore"));
  expect(input("note").value).toBe("甲");
});

it("knows after a reload what it had sent, and under which key", async () => {
  const { user, unmount } = drawNew();
  await user.type(input("note"), "甲");
  await user.click(save());
  const first = await sent(1);
  first.lose();
  await waitFor(() => expect(kept().join()).toContain(first.key), { timeout: 5000 });
  unmount();
  const again = drawNew();
  await again.user.click(await screen.findByTestId("kept-restore"));
  await again.user.type(input("note"), "乙");
  await again.user.click(save());
  const second = await sent(2);
  expect([second.params.note, second.key]).toEqual(["甲", first.key]);
});
