import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import GivenPassword from "../../src/web/pages/login/GivenPassword.tsx";

const session = { userName: "clerk", token: "t", password: "abcd2345efgh", mustEnrol: false, passwordLength: undefined };
let root: Root;
let host: HTMLElement;
let answer = { Code: 422, Msg: "原密码不正确", Result: null };
const asked: { readonly url: string; readonly body: string }[] = [];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  asked.length = 0;
  vi.stubGlobal("fetch", async (url: string, { body }: { readonly body: unknown }) => {
    asked.push({ url: String(url), body: String(body) });
    return new Response(JSON.stringify(answer));
  });
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

const byId = <T extends HTMLElement>(id: string): T => {
  const found = host.querySelector<T>(`[data-testid="${id}"]`);
  if (!found) throw new Error(`no ${id}`);
  return found;
};

async function fill(id: string, text: string): Promise<void> {
  const input = byId<HTMLInputElement>(id);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

it("sends nothing that breaks a rule, tells what the server refuses, and leaves by ending the session", async () => {
  const told: string[] = [];
  const left = vi.fn();
  await act(async () =>
    root.render(<GivenPassword session={session} tell={(text) => void told.push(text)} onChosen={() => undefined} onLeave={left} />),
  );
  const submit = () => act(async () => void byId("given-password").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
  await fill("given-new", session.password);
  await fill("given-again", session.password);
  await submit();
  expect(told.at(-1)).toContain("与原密码不同");
  await fill("given-new", "Own-words-77");
  await submit();
  expect(told.at(-1)).toBe("两次输入的新密码不一致");
  expect(asked).toEqual([]);
  await fill("given-again", "Own-words-77");
  await submit();
  expect(asked.map(({ url }) => url.replace(/^.*\/api/, "/api"))).toEqual(["/api/Usr/UpdateUsrPass"]);
  expect(told.at(-1)).toBe("原密码不正确");
  answer = { Code: 400, Msg: "新密码（NewPass）应满足：不在最常见的 10 万个密码之中", Result: null };
  await submit();
  expect(told.at(-1), "to a person").toBe("新密码应满足：不在最常见的 10 万个密码之中");
  await act(async () => byId("given-leave").click());
  expect([left.mock.calls.length, asked.at(-1)?.url.endsWith("/login/logout")]).toEqual([1, true]);
});
