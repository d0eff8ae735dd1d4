import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { describeStores } from "../storage/fixtures/stores.ts";
import { openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { demo, fetchFile, multipart, picture, rowsOf, send, sendBody, stateOf } from "./fixtures/uploads.ts";

describeStores("uploads", (openStore) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    portal = await openPortal({ store: await openStore() });
    for (const user of ["admin", "s1", "s2", "s3", "mall01"]) tokens[user] = await signIn(portal, user);
  });
  const token = (user = "admin") => tokens[user] ?? "";
  const rows = () => rowsOf(portal);
  const state = () => stateOf(portal);

  describe("an upload", () => {
    it("keeps the picture and its row, and answers with its address", async () => {
      const answer = await send(portal, token("s1"), await picture().png().toBuffer(), { filename: "营业执照 正本.png" });
      expect(answer).toMatchObject({ status: 200, Code: 200, Result: null });
      expect(answer.Msg).toMatch(/^\/uploads\/[A-Za-z0-9_-]{16}\/20250630100000营业执照 正本\.png$/);
      const row = (await rows()).at(-1);
      expect(row).toMatchObject({ SHOP_ID: "0000000054", provid: "102001", url: answer.Msg, name: "营业执照 正本.png", mime: "image/png" });
      expect(row).toMatchObject({ creator: "名-s1", MdlId: null, bllid: null });
      const file = await fetchFile(portal, token("s1"), answer.Msg);
      expect(file.statusCode).toBe(200);
      expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: "png", width: 40, height: 30 });
      expect(Number(row?.size)).toBe(file.rawPayload.length);
      expect(file.headers).toMatchObject({
        "content-type": "image/png",
        "content-length": String(file.rawPayload.length),
        "content-disposition":
          "inline; filename=\"____ __.png\"; filename*=UTF-8''%E8%90%A5%E4%B8%9A%E6%89%A7%E7%85%A7%20%E6%AD%A3%E6%9C%AC.png",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
    });

    it.each(["/API/UpLoadFile/Upload", "/api/uploadfile/upload", "/Api/UPLOADFILE/Upload", "/api/UpLoadFile/Upload?kind=image"])(
      "is found at %s",
      async (url) => {
        expect(await send(portal, token(), await picture().png().toBuffer(), { url })).toMatchObject({ status: 200, Code: 200 });
      },
    );

    it.each(["/api/uploadfile/upload/", "/api/uploadfile/uploads", "/api/uploadfile%2fupload", "/uploadfile/upload"])(
      "is not found at %s",
      async (url) => {
        expect(await send(portal, token(), await picture().png().toBuffer(), { url })).toMatchObject({ status: 404, Code: 404 });
      },
    );

    it("needs a session", async () => {
      const before = await state();
      expect(await sendBody(portal, null, multipart({ filename: "a.png", bytes: demo("goods") }))).toMatchObject({
        status: 401,
        Code: 401,
      });
      expect(await state()).toEqual(before);
    });

    it("is the only call that takes a multipart body", async () => {
      const answer = await sendBody(portal, token(), multipart({ name: "url", bytes: Buffer.from("/x") }), {
        url: "/api/UpLoadFile/Download",
      });
      expect(answer).toMatchObject({ status: 415, Code: 415 });
    });

    it("turns a picture upright, and gives it a small copy for lists", async () => {
      const tall = await picture([600, 400]).withMetadata({ orientation: 6 }).jpeg().toBuffer();
      const { Msg } = await send(portal, token(), tall, { filename: "photo.JPEG" });
      expect(Msg).toMatch(/photo\.jpeg$/);
      expect(await sharp((await fetchFile(portal, token(), Msg)).rawPayload).metadata()).toMatchObject({ width: 400, height: 600 });
      const small = await fetchFile(portal, token(), Msg, "small");
      expect(small.headers["content-type"]).toBe("image/jpeg");
      expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 107, height: 160 });
    });

    it.each([
      ["../../../etc/passwd", "passwd.png"],
      ["..\\..\\boot.ini", "boot.png"],
      ["evil.html", "evil.png"],
      ["a,b;c%41#?&.png", "abc41.png"],
      ["\u202Egnp.exe.png", "gnp.exe.png"],
      [".htaccess", "未命名.png"],
      ["", "未命名.png"],
      ["   . .png", "未命名.png"],
      [`${"长".repeat(300)}.png`, `${"长".repeat(50)}.png`],
      ["😀😀.PNG", "😀😀.png"],
      ["con\u0000.png", "con.png"],
    ])("cleans the name %j", async (filename, name) => {
      const { Msg } = await send(portal, token(), demo("goods"), { filename });
      expect(Msg.slice(Msg.lastIndexOf("/") + 1)).toBe(`20250630100000${name}`);
      expect((await rows()).at(-1)).toMatchObject({ name });
      expect((await fetchFile(portal, token(), Msg)).statusCode).toBe(200);
    });

    it.each(["png", "pdf", "docx", "doc"])("of kind file takes %s", async (type) => {
      const bytes = demo(type === "png" ? "goods" : type);
      const answer = await send(portal, token(), bytes, { url: "/api/UpLoadFile/Upload?kind=file", filename: `合同.${type}` });
      expect(answer).toMatchObject({ Code: 200 });
      const file = await fetchFile(portal, token(), answer.Msg);
      if (type !== "png") expect(file.rawPayload).toEqual(bytes);
      expect(file.headers["content-disposition"]).toMatch(type === "png" ? /^inline/ : /^attachment/);
      expect((await fetchFile(portal, token(), answer.Msg, "small")).statusCode).toBe(200);
    });

    it.each(["kind=video", "kind=", "kind=file&kind=image"])("refuses %s", async (query) => {
      const answer = await send(portal, token(), demo("goods"), { url: `/api/UpLoadFile/Upload?${query}` });
      expect(answer).toMatchObject({ status: 200, Code: 400 });
    });
  });

  describe("a file", () => {
    it.each([
      ["s1", { s1: 200, admin: 200, s2: 404, s3: 404, mall01: 404 }],
      ["admin", { s1: 200, admin: 200, s2: 200, s3: 404, mall01: 404 }],
      ["mall01", { mall01: 200, admin: 404, s1: 404, s3: 404 }],
    ] as const)("of %s is there for %j", async (owner, expected) => {
      const { Msg } = await send(portal, token(owner), demo("goods"));
      for (const [user, code] of Object.entries(expected)) {
        const answer = await fetchFile(portal, token(user), Msg);
        const isFile = answer.headers["content-type"] === "image/png";
        expect([user, answer.statusCode, isFile ? 200 : answer.json().Code]).toEqual([user, 200, code]);
        const missing = await fetchFile(portal, token(user), Msg.replace(/\/uploads\/..../, "/uploads/none"));
        if (!isFile) expect(answer.body).toBe(missing.body);
      }
    });

    it.each([
      "/uploads/../../etc/passwd",
      "/uploads/%2e%2e/%2e%2e/etc/passwd",
      "../x",
      "/etc/passwd",
      "http://169.254.169.254/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "data:text/html,x",
      "/uploads/abcdefgh/",
      "/uploads//x",
    ])("is looked up, not walked to: %s", async (url) => {
      expect((await fetchFile(portal, token(), url)).json()).toEqual({ Code: 404, Msg: "文件不存在", Result: null });
    });

    it("whose bytes are gone is missing", async () => {
      const { Msg } = await send(portal, token(), demo("goods"));
      portal.store.lose(Msg.split("/")[2] ?? "");
      expect((await fetchFile(portal, token(), Msg)).json()).toMatchObject({ Code: 404 });
    });

    it("is asked for by its address alone", async () => {
      expect((await fetchFile(portal, token(), "")).json()).toMatchObject({ Code: 400 });
      const { Msg } = await send(portal, token(), demo("goods"));
      const answer = await portal.app.inject({ method: "GET", url: encodeURI(Msg), headers: { authorization: token() } });
      expect(answer.statusCode).toBe(404);
    });
  });
});
