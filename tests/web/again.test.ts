import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FEATURES } from "../../src/server/features.ts";
import { apiRoutes } from "../../src/server/http/route-table.ts";
import { isRead, isWaiting, onWaiting } from "../../src/web/api/again.ts";
import { send } from "../../src/web/api/send.ts";

const GET_PAGE = "/api/Module/510/GetPage";
const ACTION = "/api/Module/510/Action";
const KEYED = { "Idempotency-Key": "one" };

const answer = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify({ Code: status, Msg: status === 200 ? "" : "系统繁忙，请稍后重试", Result: "rows" }), { status, headers });
const busy = (seconds = "5") => answer(503, { "retry-after": seconds });

let asked: string[] = [];
let answers: (() => Response)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answers = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { readonly body: URLSearchParams }) => {
    asked.push(body.toString());
    return (answers.shift() ?? busy)();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What comes of it in the end. */
const ask = (url: string, headers = {}, signal?: AbortSignal) =>
  send(url, { page: 2 }, { token: "t", headers, ...(signal && { signal }) }).then(
    (result) => result,
    (error: unknown) => error,
  );

it("asks again what reads, as it was asked first, and tells that it waits meanwhile", async () => {
  answers = [() => busy("2"), () => busy("3"), () => answer(200)];
  const told: boolean[] = [];
  const stop = onWaiting(() => told.push(isWaiting()));
  const result = ask(GET_PAGE);
  await vi.advanceTimersByTimeAsync(1999);
  expect([asked.length, isWaiting()]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(8000);
  expect(await result).toBe("rows");
  expect(asked).toEqual(["page=2", "page=2", "page=2"]);
  expect(told).toEqual([true, false, true, false]);
  stop();
});

it("asks again what carries a key, and nothing that might be done twice", async () => {
  answers = [() => busy(), () => answer(200)];
  const keyed = ask(ACTION, KEYED);
  await vi.advanceTimersByTimeAsync(8000);
  expect(await keyed).toBe("rows");
  expect(await ask(ACTION)).toMatchObject({ code: 503 });
  expect(asked).toHaveLength(3);
});

it("takes any other answer as it is, and a 503 of somebody else, who does not say when to come again", async () => {
  for (const other of [answer(500), answer(429, { "retry-after": "1" }), answer(503)]) {
    answers = [() => other];
    expect(await ask(GET_PAGE)).toMatchObject({ code: other.status });
  }
  expect(asked).toHaveLength(3);
});

it("gives up after half a minute, with what was answered last", async () => {
  const result = ask(GET_PAGE);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toMatchObject({ code: 503, message: "系统繁忙，请稍后重试" });
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect(asked.length).toBeLessThanOrEqual(7);
  expect(isWaiting()).toBe(false);
});

it("waits no longer when the page that asked is left", async () => {
  const leaving = new AbortController();
  const result = ask(GET_PAGE, {}, leaving.signal);
  await vi.advanceTimersByTimeAsync(1000);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toMatchObject({ name: "AbortError" });
  expect([asked.length, isWaiting()]).toEqual([1, false]);
});

const paths = apiRoutes(FEATURES).map(({ path }) => `/api${path}`);
const named = (words: string) => paths.filter((path) => new RegExp(`/(${words})[^/]*$`).test(path));

it("takes every call for reading that is called so, and none that does something", () => {
  const reads = named("Get|Find|Preview|TryAction|Options|SourceLines|Download|HeldPairs|VerifyAudit|ExportRows|ExportStatus|Status");
  expect(reads.length).toBeGreaterThan(40);
  expect(reads.filter((path) => !isRead(path))).toEqual([]);
  const does = named(
    "Save|Set|Delete|DelPay|Update|Upload|Add|End|Merge|Pay|Recieve|Confirm|Begin|Remove|Renew|Start|Undo|Grant|Action|ExportCancel",
  );
  expect(does.length).toBeGreaterThan(20);
  expect(does.filter(isRead)).toEqual([]);
});
