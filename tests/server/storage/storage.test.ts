import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { type FileStorage, TooLargeError } from "../../../src/server/base/storage/storage.ts";
import { describeStores, leaveUnfinished, openBucket, type Store } from "./fixtures/stores.ts";

const FILE = "20250630100000营业执照 正本 (1)!'*~+%41&😀.png";
const BYTES = Buffer.from("the bytes of a file".repeat(2000));
const stream = (bytes: Buffer) => Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]);

async function read(storage: FileStorage, folder: string, file: string): Promise<Buffer | null> {
  const opened = await storage.open(folder, file);
  if (opened === null) return null;
  const bytes = await buffer(opened.bytes);
  expect(bytes).toHaveLength(opened.size);
  return bytes;
}

async function unchanged(storage: FileStorage, before: Date) {
  const found: { readonly folder: string; readonly files: readonly string[] }[] = [];
  for await (const each of storage.unchangedSince(before)) found.push(each);
  return found;
}

describeStores("a storage", (open) => {
  let store: Store;
  let storage: FileStorage;
  beforeEach(async () => {
    store = await open();
    ({ storage } = store);
  });

  it("gives back the files of a folder, and none of any other name", async () => {
    await storage.keep("folder-1", { [FILE]: BYTES, "thumbnail.jpg": Buffer.from("small"), "empty.txt": Buffer.alloc(0) });
    expect(await read(storage, "folder-1", FILE)).toEqual(BYTES);
    expect(await read(storage, "folder-1", "thumbnail.jpg")).toEqual(Buffer.from("small"));
    expect(await read(storage, "folder-1", "empty.txt")).toEqual(Buffer.alloc(0));
    expect(await storage.has("folder-1", FILE)).toBe(true);
    for (const [folder, file] of [
      ["folder-1", "other.png"],
      ["folder-1", FILE.slice(0, -1)],
      ["folder-2", FILE],
    ] as const) {
      expect(await storage.has(folder, file)).toBe(false);
      expect(await storage.open(folder, file)).toBeNull();
    }
    expect(store.files()).toEqual([`folder-1/${FILE}`, "folder-1/empty.txt", "folder-1/thumbnail.jpg"].sort());
  });

  it("takes a stream in, which is nobody's until it is kept", async () => {
    const draft = await storage.receive(stream(BYTES), BYTES.length);
    expect(draft.size).toBe(BYTES.length);
    expect(await draft.read()).toEqual(BYTES);
    expect(store.files()).toEqual([expect.stringMatching(/^\.unfinished\//)]);
    await draft.keep("folder-1", FILE);
    await draft.discard();
    expect(store.files()).toEqual([`folder-1/${FILE}`]);
    expect(await read(storage, "folder-1", FILE)).toEqual(BYTES);
    const other = await storage.receive(stream(BYTES), BYTES.length);
    await other.discard();
    await other.discard();
    expect(store.files()).toEqual([`folder-1/${FILE}`]);
  });

  it("refuses a stream that is too long or ends in a failure, and leaves nothing", async () => {
    await expect(storage.receive(stream(BYTES), BYTES.length - 1)).rejects.toBeInstanceOf(TooLargeError);
    const broken = Readable.from(
      (async function* () {
        yield BYTES;
        throw new Error("the line was cut");
      })(),
    );
    await expect(storage.receive(broken, BYTES.length * 2)).rejects.toThrow("the line was cut");
    expect(store.files()).toEqual([]);
  });

  it("tells of a stream that has failed before it is read", async () => {
    const broken = new Readable({ read: () => undefined });
    const received = storage.receive(broken, 10);
    broken.destroy(new Error("failed at once"));
    await expect(received).rejects.toThrow("failed at once");
    expect(store.files()).toEqual([]);
  });

  it("removes a folder as a whole, and that alone", async () => {
    for (const folder of ["folder-1", "folder-10", "folder-1-a"]) await storage.keep(folder, { "a.txt": BYTES, "b.txt": BYTES });
    await storage.remove("folder-1");
    await storage.remove("folder-1");
    expect(store.files()).toEqual(["folder-1-a/a.txt", "folder-1-a/b.txt", "folder-10/a.txt", "folder-10/b.txt"]);
  });

  it("takes no name that leads elsewhere", async () => {
    for (const folder of ["../../etc", "short", ".unfinished", "a/b/c/d/e", "a".repeat(65)]) {
      await expect(storage.keep(folder, { "a.txt": BYTES })).rejects.toThrow("another kind of name");
      await expect(async () => storage.open(folder, "a.txt")).rejects.toThrow("another kind of name");
      await expect(async () => storage.remove(folder)).rejects.toThrow("another kind of name");
    }
    for (const file of ["..", "../x", ".hidden", "a\\b", "a\u0000b", ""]) {
      await expect(storage.keep("folder-1", { [file]: BYTES })).rejects.toThrow("another kind of name");
      await expect(async () => storage.open("folder-1", file)).rejects.toThrow("another kind of name");
    }
    expect(store.files()).toEqual([]);
  });

  it("knows what has not changed since, each folder with all of its files", async () => {
    const names = Array.from({ length: 25 }, (_, n) => `folder-${String(n).padStart(2, "0")}${n % 2 === 0 ? "-x" : ""}`);
    for (const folder of names) await storage.keep(folder, { [FILE]: BYTES, "thumbnail.jpg": BYTES });
    const old = names.filter((_, n) => n % 3 === 0);
    for (const folder of old) store.age(folder, new Date("2025-01-01T00:00:00Z"));
    const found = await unchanged(storage, new Date("2025-06-01T00:00:00Z"));
    expect(found.map(({ folder }) => folder).sort()).toEqual(old);
    for (const { files } of found) expect([...files].sort()).toEqual([FILE, "thumbnail.jpg"]);
  });

  it("removes what was begun before that time and never finished, and nothing else", async () => {
    await storage.keep("folder-1", { "a.txt": BYTES });
    for (const name of ["old", "new"]) leaveUnfinished(store, name);
    for (const name of [".unfinished/old", "folder-1"]) store.age(name, new Date("2025-01-01T00:00:00Z"));
    await storage.removeUnfinished(new Date("2025-06-01T00:00:00Z"));
    expect(store.files()).toEqual([".unfinished/new", "folder-1/a.txt"]);
  });
});

describe("a bucket", () => {
  it.each([
    ["in pages of two names", { page: 2 }],
    ["by the first version of the call, in pages", { page: 3, isOld: true }],
    ["with its name in the host", { inHost: true, page: 2 }],
  ])("is listed %s", async (_how, options) => {
    const { store } = await openBucket(options);
    const names = Array.from({ length: 7 }, (_, n) => `folder-${n}`);
    for (const folder of names) await store.storage.keep(folder, { [FILE]: BYTES, "thumbnail.jpg": BYTES, "z 1.txt": BYTES });
    for (const folder of names) store.age(folder, new Date("2025-01-01T00:00:00Z"));
    const found = await unchanged(store.storage, new Date("2025-06-01T00:00:00Z"));
    expect(found).toEqual(names.map((folder) => ({ folder, files: [FILE, "thumbnail.jpg", "z 1.txt"] })));
    await store.storage.remove("folder-3");
    expect(store.files().filter((name) => name.startsWith("folder-3"))).toEqual([]);
    expect(store.files()).toHaveLength(18);
  });

  it("leaves alone what is not below its prefix, and what there is no upload", async () => {
    const { server, store } = await openBucket();
    const object = () => ({ bytes: BYTES, modified: new Date("2025-01-01T00:00:00Z") });
    const others = ["documents/a.txt", "scm-other/folder-1/a.txt", "scm/readme.txt", "scm/short/a", "scm/folder-1/deeper/a.txt"];
    for (const name of others) server.objects.set(name, object());
    expect(await unchanged(store.storage, new Date())).toEqual([]);
  });

  it("has for another server what one has kept there", async () => {
    const one = await openBucket();
    const other = await openBucket({}, { of: one.server });
    await one.store.storage.keep("folder-1", { [FILE]: BYTES });
    expect(await read(other.store.storage, "folder-1", FILE)).toEqual(BYTES);
  });
});
