import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../../src/web/data/query-client.ts";
import { freeFiles, useFiles } from "../../../src/web/data/use-files.ts";
import { draw } from "./draw.tsx";

/** Files by their address (`blob:`), or what became of them. */
function Shown({ urls }: { urls: readonly string[] }) {
  const files = useFiles(urls, "small");
  return urls.map((url, index) => <i key={url}>{files[index]?.src ?? (files[index]?.error === undefined ? "waiting" : "failed")}</i>);
}

let asked: string[];
let revoked: string[];
beforeEach(() => {
  asked = [];
  revoked = [];
  let made = 0;
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => `blob:${++made}`);
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((src) => void revoked.push(src));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const picture = () => new Response("picture", { headers: { "content-type": "image/png" } });
const answer = (respond: () => Response | Promise<Response>) =>
  vi.stubGlobal("fetch", async (_path: string, { body }: RequestInit) => {
    asked.push(new URLSearchParams(String(body)).get("url") ?? "");
    return respond();
  });
const portalClient = () => {
  const client = createQueryClient(() => undefined);
  freeFiles(client.getQueryCache());
  return client;
};

it("files are fetched once, however many show them, and come in the order asked for", async () => {
  answer(picture);
  draw(
    <>
      <Shown urls={["/a", "/b"]} />
      <Shown urls={["/a"]} />
    </>,
  );
  expect(await screen.findAllByText("blob:1")).toHaveLength(2);
  expect(await screen.findAllByText("blob:2")).toHaveLength(1);
  expect(asked).toEqual(["/a", "/b"]);
});

it("files are forgotten a while after nobody shows them any more, and never before", async () => {
  answer(picture);
  const { unmount } = draw(<Shown urls={["/a"]} />, portalClient());
  await screen.findByText("blob:1");
  vi.useFakeTimers();
  vi.advanceTimersByTime(3_600_000);
  expect(revoked).toEqual([]);
  unmount();
  vi.advanceTimersByTime(599_000);
  expect(revoked).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(revoked).toEqual(["blob:1"]);
});

it("files that failed are fetched again by whoever looks again", async () => {
  answer(() => Response.json({ Code: 404, Msg: "文件不存在" }, { status: 404 }));
  const client = portalClient();
  const { unmount } = draw(<Shown urls={["/a"]} />, client);
  await screen.findByText("failed");
  unmount();
  answer(picture);
  draw(<Shown urls={["/a"]} />, client);
  await screen.findByText("blob:1");
});

it("files do not outlive the session, not even those under way", async () => {
  const client = portalClient();
  answer(picture);
  draw(<Shown urls={["/a"]} />, client);
  await screen.findByText("blob:1");
  let arrive: (response: Response) => void = () => undefined;
  answer(() => new Promise((resolve) => (arrive = resolve)));
  draw(<Shown urls={["/b"]} />, client).unmount();
  client.clear();
  arrive(picture());
  await expect.poll(() => revoked).toEqual(["blob:1"]);
  expect(URL.createObjectURL).toHaveBeenCalledTimes(1);
});
