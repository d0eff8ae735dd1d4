import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { localStorage } from "../../../src/server/base/storage/local-storage.ts";
import { sweepFiles } from "../../../src/server/engine/uploads/attachments.ts";
import { openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { demo, fetchFile, filesBelow, MULTIPART, multipart, noise, send, stateOf, tableOf } from "./fixtures/uploads.ts";

let portal: Portal;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  portal = await openPortal();
  for (const user of ["admin"]) tokens[user] = await signIn(portal, user);
});
const token = (user = "admin") => tokens[user] ?? "";
const table = () => tableOf(portal.registry);
const state = () => stateOf(portal);

describe("when something fails", () => {
  it("on the disk, nothing stays and it works again afterwards", async () => {
    const { Msg } = await send(portal, token(), demo("goods"));
    const before = await state();
    const unfinished = join(portal.uploads, ".unfinished");
    rmSync(unfinished, { recursive: true });
    writeFileSync(unfinished, "in the way");
    expect(await send(portal, token(), demo("goods"))).toMatchObject({ status: 500, Code: 500, Msg: "上传失败" });
    rmSync(unfinished);
    expect(await state()).toEqual(before);
    expect(await send(portal, token(), demo("goods"))).toMatchObject({ Code: 200 });
    expect((await fetchFile(portal, token(), Msg)).statusCode).toBe(200);
  });

  it("in the database, no file stays", async () => {
    const before = await state();
    const { schema } = portal.database.kysely;
    await schema.alterTable(table()).renameTo("attachment_away").execute();
    expect((await send(portal, token(), demo("goods"))).Code).toBe(500);
    await schema.alterTable("attachment_away").renameTo(table()).execute();
    expect(await state()).toEqual(before);
  });

  it("and the client goes away, nothing stays", async () => {
    await portal.app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = portal.app.server.address() as AddressInfo;
    const before = await state();
    const body = multipart({ filename: "a.png", type: "image/png", bytes: await noise([700, 700]) });
    const head = Object.entries({ ...MULTIPART, host: "a", authorization: token(), "content-length": String(body.length) });
    const request = Buffer.from(
      `POST /API/UpLoadFile/Upload HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}`).join("\r\n")}\r\n\r\n`,
    );
    const offsets = Array.from({ length: 40 }, (_, n) => Math.floor((body.length * n) / 40));
    await Promise.all(offsets.map((offset) => sendAndLeave(port, Buffer.concat([request, body.subarray(0, offset)]))));
    await expect.poll(state).toEqual(before);
    expect(await send(portal, token(), demo("goods"))).toMatchObject({ Code: 200 });
  });
});

/** Sends bytes, waits until they are likely to be read, and cuts the line. */
function sendAndLeave(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(bytes, () => setTimeout(() => socket.destroy(), Math.random() * 60));
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });
}

describe("the hourly sweep", () => {
  it("removes old files without a row and uploads that never ended, and nothing else", async () => {
    const { Msg } = await send(portal, token(), demo("goods"));
    const storage = localStorage(portal.uploads);
    await storage.keep("orphan-old", { "20240101000000a.png": demo("goods") });
    await storage.keep("orphan-new", { "20240101000000a.png": demo("goods") });
    const old = join(portal.uploads, ".unfinished/old");
    writeFileSync(old, "");
    writeFileSync(join(portal.uploads, ".unfinished/new"), "");
    const now = Date.now();
    const twoDaysAgo = new Date(now - 2 * 86_400_000);
    const kept = join(portal.uploads, Msg.split("/")[2] ?? "");
    for (const path of [old, join(portal.uploads, "orphan-old"), kept]) utimesSync(path, twoDaysAgo, twoDaysAgo);
    const before = filesBelow(portal.uploads);
    expect(await sweepFiles(portal.database.kysely, portal.registry, storage, new Date(now))).toBe(1);
    const gone = new Set([".unfinished/old", "orphan-old/20240101000000a.png"]);
    expect(filesBelow(portal.uploads)).toEqual(before.filter((path) => !gone.has(path)));
  });
});
