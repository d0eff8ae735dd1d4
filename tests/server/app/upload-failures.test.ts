import { rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { sweepFiles } from "../../../src/server/engine/uploads/attachments.ts";
import { describeStores, leaveUnfinished } from "../storage/fixtures/stores.ts";
import { openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { demo, fetchFile, MULTIPART, multipart, noise, send, stateOf, tableOf } from "./fixtures/uploads.ts";

describeStores("an upload", (openStore) => {
  let portal: Portal;
  let token = "";
  beforeAll(async () => {
    portal = await openPortal({ store: await openStore() });
    token = await signIn(portal, "admin");
  });
  const table = () => tableOf(portal.registry);
  const state = () => stateOf(portal);

  describe("when something fails", () => {
    it("on the disk, nothing stays and it works again afterwards", async () => {
      const { Msg } = await send(portal, token, demo("goods"));
      const before = await state();
      const { unfinished } = portal.store;
      rmSync(unfinished, { recursive: true });
      writeFileSync(unfinished, "in the way");
      expect(await send(portal, token, demo("goods"))).toMatchObject({ status: 500, Code: 500, Msg: "上传失败" });
      rmSync(unfinished);
      expect(await state()).toEqual(before);
      expect(await send(portal, token, demo("goods"))).toMatchObject({ Code: 200 });
      expect((await fetchFile(portal, token, Msg)).statusCode).toBe(200);
    });

    it("in the database, no file stays", async () => {
      const before = await state();
      const { schema } = portal.database.kysely;
      await schema.alterTable(table()).renameTo("attachment_away").execute();
      expect((await send(portal, token, demo("goods"))).Code).toBe(500);
      await schema.alterTable("attachment_away").renameTo(table()).execute();
      expect(await state()).toEqual(before);
    });

    it("and the client goes away, nothing stays", async () => {
      await portal.app.listen({ host: "127.0.0.1", port: 0 });
      const { port } = portal.app.server.address() as AddressInfo;
      const before = await state();
      const body = multipart({ filename: "a.png", type: "image/png", bytes: await noise([700, 700]) });
      const head = Object.entries({ ...MULTIPART, host: "a", authorization: token, "content-length": String(body.length) });
      const request = Buffer.from(
        `POST /API/UpLoadFile/Upload HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}`).join("\r\n")}\r\n\r\n`,
      );
      const offsets = Array.from({ length: 40 }, (_, n) => Math.floor((body.length * n) / 40));
      await Promise.all(offsets.map((offset) => sendAndLeave(port, Buffer.concat([request, body.subarray(0, offset)]))));
      await expect.poll(state).toEqual(before);
      expect(await send(portal, token, demo("goods"))).toMatchObject({ Code: 200 });
    });
  });

  describe("is swept each hour", () => {
    it("when it is old and has no row, or never ended, and nothing else is", async () => {
      const { store } = portal;
      // What clients have left in the middle goes as soon as the server knows that they have.
      await expect.poll(() => store.files().filter((path) => path.startsWith(".unfinished"))).toEqual([]);
      const { Msg } = await send(portal, token, demo("goods"));
      await store.storage.keep("orphan-old", { "20240101000000a.png": demo("goods"), "thumbnail.jpg": demo("goods") });
      await store.storage.keep("orphan-new", { "20240101000000a.png": demo("goods") });
      for (const name of ["old", "new"]) leaveUnfinished(store, name);
      const now = Date.now();
      const twoDaysAgo = new Date(now - 2 * 86_400_000);
      for (const name of [".unfinished/old", "orphan-old", Msg.split("/")[2] ?? ""]) store.age(name, twoDaysAgo);
      const before = store.files();
      expect(await sweepFiles(portal.database.kysely, portal.registry, store.storage, new Date(now))).toBe(1);
      const gone = new Set([".unfinished/old", "orphan-old/20240101000000a.png", "orphan-old/thumbnail.jpg"]);
      expect(store.files()).toEqual(before.filter((path) => !gone.has(path)));
    });
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
