import { beforeAll, describe, expect, it } from "vitest";
import { sweepFiles } from "../../../src/server/engine/uploads/attachments.ts";
import { ended, exported, fileOf } from "../app/fixtures/exported.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { demo, fetchFile, rowsOf, send, stateOf, tableOf } from "../app/fixtures/uploads.ts";
import type { Fault } from "./fixtures/s3-server.ts";
import { type BucketStore, openBucket } from "./fixtures/stores.ts";

const AWAY = "文件存储暂时不可用，请稍后重试";
const SUPPLIERS = "8901";

const FAULTS: readonly (readonly [title: string, fault: Fault])[] = [
  ["has errors", { status: 500, code: "InternalError" }],
  ["is silent", "silent"],
  ["refuses the portal", { status: 403, code: "AccessDenied" }],
];

describe.each(FAULTS)("a portal whose bucket %s", (_title, fault) => {
  let bucket: BucketStore;
  let portal: Portal;
  let token = "";
  let kept = "";
  beforeAll(async () => {
    bucket = await openBucket();
    portal = await openPortal({ store: bucket.store });
    token = await signIn(portal, "admin");
    kept = (await send(portal, token, demo("goods"))).Msg;
  });
  /** Does it while the store fails. */
  async function away<T>(work: () => Promise<T>): Promise<T> {
    bucket.server.fault = () => fault;
    try {
      return await work();
    } finally {
      bucket.server.fault = () => null;
    }
  }
  const back = () => expect.poll(async () => (await fetchFile(portal, token, kept)).headers["content-type"]).toBe("image/png");

  it("says of an upload when to come again, and has nothing of it; later it is taken", async () => {
    const before = await stateOf(portal);
    const answer = await away(() => send(portal, token, demo("goods")));
    expect(answer).toMatchObject({ status: 503, Code: 503, Msg: AWAY, headers: { "retry-after": "2" } });
    expect(await stateOf(portal)).toEqual(before);
    expect(bucket.log.at(-1)).toMatch(/^uploads: (PUT|GET|DELETE) at http:.* failed: /);
    await back();
    expect(await send(portal, token, demo("goods"))).toMatchObject({ status: 200, Code: 200 });
  });

  it("says the same of a file, which is missing to nobody, and gives it later", async () => {
    const answer = await away(() => fetchFile(portal, token, kept));
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("2");
    expect(answer.json()).toMatchObject({ Code: 503, Msg: AWAY });
    await back();
  });

  it("is ready, and serves all else", async () => {
    await away(async () => {
      await fetchFile(portal, token, kept);
      expect((await portal.app.inject({ url: "/readyz" })).statusCode).toBe(200);
      expect(await call(portal, token, `Module/${SUPPLIERS}/GetPage`, {})).toMatchObject({ Code: 200 });
    });
    await back();
  });

  it("ends an export with the reason, and writes the next one", async () => {
    const { job, note, state } = await away(async () => {
      const { Result } = await call(portal, token, `Module/${SUPPLIERS}/Export`, {});
      return ended(portal, token, SUPPLIERS, (Result as { job: string }).job);
    });
    expect({ state, note }).toEqual({ state: "failed", note: AWAY });
    await back();
    expect((await call(portal, token, `Module/${SUPPLIERS}/ExportFile`, { job })).Code).toBe(404);
    const next = await exported(portal, token, SUPPLIERS, { format: "csv" });
    expect((await fileOf(portal, token, SUPPLIERS, next.job)).toString("utf8")).toContain("\r\n");
    // What cannot be removed now is cancelled all the same, and swept later.
    const cancelled = await away(() => call(portal, token, `Module/${SUPPLIERS}/ExportCancel`, { job: next.job }));
    expect(cancelled.Result).toMatchObject({ state: "cancelled" });
    expect(portal.store.files()).toContain(`export-${next.job}/list`);
    portal.store.age(`export-${next.job}`, new Date(Date.now() - 2 * 86_400_000));
    await back();
    expect(await sweepFiles(portal.database.kysely, portal.registry, portal.store.storage, new Date())).toBe(1);
    expect(portal.store.files()).not.toContain(`export-${next.job}/list`);
  });

  it("and whose rows cannot be written either, tells of the rows, and sweeps the file later", async () => {
    const { schema } = portal.database.kysely;
    const before = await stateOf(portal);
    await schema.alterTable(tableOf(portal.registry)).renameTo("attachment_away").execute();
    bucket.server.fault = ({ method }) => (method === "PUT" ? null : fault);
    expect((await send(portal, token, demo("goods"))).Code).toBe(500);
    bucket.server.fault = () => null;
    await schema.alterTable("attachment_away").renameTo(tableOf(portal.registry)).execute();
    const left = portal.store.files().filter((name) => !before.files.includes(name));
    expect(left).toHaveLength(2);
    portal.store.age(left[0]?.split("/")[0] ?? "", new Date(Date.now() - 2 * 86_400_000));
    await back();
    expect(await sweepFiles(portal.database.kysely, portal.registry, portal.store.storage, new Date())).toBe(1);
    expect(await stateOf(portal)).toEqual(before);
    expect(await rowsOf(portal)).toHaveLength(before.rows);
  });
});
