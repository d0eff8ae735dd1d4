import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Bucket } from "../../../src/server/base/storage/s3/bucket.ts";
import { claim } from "../../../src/server/base/storage/s3/owner.ts";
import { s3Storage } from "../../../src/server/base/storage/s3/s3-storage.ts";
import { type FileStorage, StorageAway } from "../../../src/server/base/storage/storage.ts";
import type { Call, Fault } from "./fixtures/s3-server.ts";
import { sha256 } from "./fixtures/signature.ts";
import { openBucket, PATIENCE } from "./fixtures/stores.ts";

const FILE = "20250630100000合同.pdf";
const BYTES = Buffer.from("0123456789".repeat(40_000));
/** Longer than connections hold by themselves. */
const LONG = Buffer.alloc(12_000_000, "abcdefghij");

const WHOLE = sha256(BYTES);

/** Reads the file to its end; returns its digest. */
async function digestOf(storage: FileStorage): Promise<string | null> {
  const file = await storage.open("folder-1", FILE);
  return file === null ? null : sha256(await buffer(file.bytes));
}

/** What a store may do to a call that another try makes good. */
const PASSING: readonly (readonly [title: string, fault: Fault])[] = [
  ["an error of its own", { status: 500, code: "InternalError" }],
  ["a plea for patience", { status: 503, code: "SlowDown" }],
  ["silence", "silent"],
  ["a line that is cut", "cut"],
];

describe("a bucket whose store fails", () => {
  it.each(PASSING)("for a moment with %s, does what was asked all the same", async (_title, fault) => {
    const { server, store, log } = await openBucket();
    server.fault = ({ before }) => (before === 0 ? fault : null);
    const { storage } = store;
    await storage.keep("folder-1", { [FILE]: BYTES });
    expect(await digestOf(storage)).toBe(WHOLE);
    expect(await storage.has("folder-1", FILE)).toBe(true);
    await storage.remove("folder-1");
    expect(store.files()).toEqual([]);
    expect(log).toEqual([]);
  });

  it.each(PASSING)("for longer with %s, says so, leaves nothing, and works again afterwards", async (_title, fault) => {
    const { server, store, log } = await openBucket();
    const { storage } = store;
    await storage.keep("folder-1", { [FILE]: BYTES });
    server.fault = () => fault;
    await expect(storage.keep("folder-2", { [FILE]: BYTES, "thumbnail.jpg": BYTES })).rejects.toBeInstanceOf(StorageAway);
    await expect(storage.open("folder-1", FILE)).rejects.toMatchObject({ code: 503, message: "文件存储暂时不可用，请稍后重试" });
    await expect(storage.has("folder-1", FILE)).rejects.toBeInstanceOf(StorageAway);
    await expect(storage.remove("folder-1")).rejects.toBeInstanceOf(StorageAway);
    server.fault = () => null;
    expect(store.files()).toEqual([`folder-1/${FILE}`]);
    expect(await digestOf(storage)).toBe(WHOLE);
    expect(log.join("\n")).toContain(`at ${server.settings.url}/scm/ failed: `);
    for (const hidden of [server.settings.secret, "合同"]) expect(log.join("\n")).not.toContain(hidden);
  });

  it("for one file of several, keeps none of them", async () => {
    const { server, store } = await openBucket();
    server.fault = ({ method, name }) =>
      method === "PUT" && name.endsWith("thumbnail.jpg") ? { status: 500, code: "InternalError" } : null;
    await expect(store.storage.keep("folder-1", { [FILE]: BYTES, "thumbnail.jpg": BYTES })).rejects.toBeInstanceOf(StorageAway);
    expect(store.files()).toEqual([]);
  });

  it("by refusing, is asked once, and what it says is told", async () => {
    const { server, store, log } = await openBucket();
    await store.storage.keep("folder-1", { [FILE]: BYTES });
    for (const [settings, reason] of [
      [{ secret: "another-secret-of-it" }, "HTTP 403 SignatureDoesNotMatch"],
      [{ key: "AKIA-OTHER" }, "HTTP 403 InvalidAccessKeyId"],
      [{ region: "us-east-1" }, "HTTP 403 AuthorizationHeaderMalformed"],
      [{ url: `${server.settings.url}-other` }, "HTTP 404 NoSuchBucket"],
    ] as const) {
      const calls = server.calls.length;
      const bucket = new Bucket({ ...server.settings, ...settings }, (line) => void log.push(line), PATIENCE);
      await expect(bucket.get(`folder-1/${FILE}`)).rejects.toMatchObject({ reason });
      expect(server.calls).toHaveLength(calls + 1);
      expect(log.at(-1)).toContain(reason);
    }
    // A file of the portal that is not there is no failure.
    expect(await store.storage.open("folder-1", "other.pdf")).toBeNull();
  });

  it("in the middle of a file, is asked for the rest of it", async () => {
    const { server, store, log } = await openBucket();
    await store.storage.keep("folder-1", { [FILE]: BYTES });
    const isOfFile = ({ method, name }: Call) => method === "GET" && name.endsWith(FILE);
    server.fault = (call) => (isOfFile(call) && call.before < 4 ? { cutAfter: 100_000 } : null);
    expect(await digestOf(store.storage)).toBe(WHOLE);
    expect(log).toEqual([]);
    // No more than a part comes at each try, and at last none at all.
    server.fault = (call) => (isOfFile(call) ? { cutAfter: call.before < 7 ? 100_000 : 0 } : null);
    await expect(digestOf(store.storage)).rejects.toBeInstanceOf(StorageAway);
  });

  it("and has another file there meanwhile, does not give one made of both", async () => {
    const { server, store } = await openBucket();
    await store.storage.keep("folder-1", { [FILE]: BYTES });
    server.fault = ({ method, name }) => (method === "GET" && name.endsWith(FILE) ? { cutAfter: 100_000 } : null);
    const file = await store.storage.open("folder-1", FILE);
    server.fault = () => null;
    server.objects.set(`scm/folder-1/${FILE}`, { bytes: Buffer.alloc(BYTES.length), modified: new Date() });
    await expect(file && buffer(file.bytes)).rejects.toBeInstanceOf(StorageAway);
  });

  it("by silence, is asked by one at a time until it answers again; the others are refused at once", async () => {
    const { server, store, log } = await openBucket();
    await store.storage.keep("folder-1", { [FILE]: BYTES });
    server.fault = () => "silent";
    await expect(digestOf(store.storage)).rejects.toBeInstanceOf(StorageAway);
    const before = server.calls.length;
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => digestOf(store.storage)));
    expect(ends.every((end) => end.status === "rejected" && end.reason instanceof StorageAway)).toBe(true);
    expect(server.calls.length - before).toBe(1);
    server.fault = () => null;
    expect(await digestOf(store.storage)).toBe(WHOLE);
    expect(log.at(-1)).toMatch(/answers again$/);
    expect(await Promise.all(Array.from({ length: 20 }, () => digestOf(store.storage)))).toEqual(Array.from({ length: 20 }, () => WHOLE));
  });

  it("by not being there at all, is found when it is back", async () => {
    const { server, store, log } = await openBucket();
    await store.storage.keep("folder-1", { [FILE]: BYTES });
    await server.close();
    await expect(digestOf(store.storage)).rejects.toBeInstanceOf(StorageAway);
    expect(log.at(-1)).toContain("ECONNREFUSED");
    await server.listen();
    expect(await digestOf(store.storage)).toBe(WHOLE);
  });
});

describe("a file of a bucket", () => {
  it("may be read more slowly than the store is waited for", async () => {
    const { server, store } = await openBucket();
    server.objects.set(`scm/folder-1/${FILE}`, { bytes: LONG, modified: new Date() });
    const file = await store.storage.open("folder-1", FILE);
    let size = 0;
    let hasSlept = false;
    for await (const part of file?.bytes ?? []) {
      size += (part as Buffer).length;
      if (!hasSlept) await sleep(2 * PATIENCE.silentMs);
      hasSlept = true;
    }
    expect(size).toBe(LONG.length);
  });

  it("that nobody reads holds no connection", async () => {
    const { server, store } = await openBucket();
    server.objects.set(`scm/folder-1/${FILE}`, { bytes: LONG, modified: new Date() });
    const files = await Promise.all(Array.from({ length: 5 }, () => store.storage.open("folder-1", FILE)));
    expect(await server.connections()).toBeGreaterThanOrEqual(5);
    for (const file of files) file?.bytes.destroy();
    await expect.poll(() => server.connections()).toBe(0);
  });
});

describe("whose files a bucket holds", () => {
  it("is written down once; another portal is refused, and sweeps nothing", async () => {
    const { server, store } = await openBucket();
    await store.storage.keep("folder-1", { [FILE]: BYTES });
    store.age("folder-1", new Date("2025-01-01T00:00:00Z"));
    const bucket = new Bucket(server.settings, () => undefined, PATIENCE);
    const said = /UPLOADS_S3_PREFIX: .*\/scm\/ .*holds the files of another portal/;
    await expect(claim(bucket, "another-portal")).rejects.toThrow(said);
    const other = s3Storage({ bucket, unfinished: store.unfinished, owner: "another-portal" });
    await expect(other.unchangedSince(new Date())[Symbol.asyncIterator]().next()).rejects.toThrow(said);
    await claim(bucket, "portal-of-the-test");
    const beside = new Bucket({ ...server.settings, prefix: "beside/" }, () => undefined, PATIENCE);
    await claim(beside, "another-portal");
    expect([...server.objects.keys()].sort()).toEqual(["beside/.portal", "scm/.portal", `scm/folder-1/${FILE}`]);
  });

  it("is not told by a store that lists its names in no order", async () => {
    const { server, store } = await openBucket({ isUnordered: true });
    for (const folder of ["folder-1", "folder-2"]) await store.storage.keep(folder, { [FILE]: BYTES, "thumbnail.jpg": BYTES });
    await expect(
      (async () => {
        for await (const _folder of store.storage.unchangedSince(new Date(Date.now() + 60_000)));
      })(),
    ).rejects.toThrow("in no order");
    expect(server.objects.size).toBe(5);
  });
});
