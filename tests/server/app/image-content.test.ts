import { createServer } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { atEnd } from "../db/fixtures/at-end.ts";
import { blankPicture, DIGITAL, invoicePicture, PAPER } from "../invoices/fixtures/invoice-picture.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { send } from "./fixtures/uploads.ts";

describe("reading the code of an invoice on an uploaded picture", () => {
  let portal: Portal;
  let token: string;
  beforeAll(async () => {
    portal = await openPortal();
    token = await signIn(portal, "admin");
  });
  const uploaded = async (picture: Buffer, by = token) => (await send(portal, by, picture)).Msg;
  const read = (image: string, more: Record<string, string> = {}, by = token, name = "GetImageContent") =>
    call(portal, by, `ImageContent/${name}`, { image, ...more });

  it("answers code, number, amount and date, and the parts that forms take", async () => {
    const answer = await read(await uploaded(await invoicePicture(PAPER, { turned: 5, format: "jpeg" })), { chkid: "A-17" });
    expect([answer.status, answer.Code]).toEqual([200, 200]);
    expect(answer.Result).toEqual({
      chkid: "A-17",
      Code: "1200154130",
      Number: "03630024",
      amount: "94339.62",
      date: "2025-06-21",
      parts: { kind: 1, code: "1200154130", number: "03630024", date: "2025-06-21", net: "94339.62", total: null },
    });
  });

  it("does so under both names, with a number of its own where none was sent", async () => {
    const { Result } = await read(await uploaded(await invoicePicture(DIGITAL)), {}, token, "GetImageContentForHLJ");
    expect(Result).toMatchObject({
      Code: "",
      Number: "25442000000014209621",
      amount: "1130.00",
      parts: { kind: 4, code: null, net: null },
    });
    expect(Result.chkid).toMatch(/^SB20250630/);
  });

  it("says clearly what is missing on the picture", async () => {
    expect(await read(await uploaded(await blankPicture()))).toMatchObject({
      status: 200,
      Code: 422,
      Msg: "图片上没有找到发票二维码，请上传清晰完整的发票图片，或手工填写",
    });
    expect(await read(await uploaded(await invoicePicture("https://example.com/x")))).toMatchObject({
      Code: 422,
      Msg: "图片上的二维码不是增值税发票的二维码，请核对图片，或手工填写",
    });
  });

  it("reads own uploads alone: no address is ever fetched, no path walked", async () => {
    let hits = 0;
    const trap = createServer((_, answer) => {
      hits += 1;
      answer.end();
    }).listen(0, "127.0.0.1");
    atEnd(() => void trap.close());
    await new Promise((resolve) => trap.once("listening", resolve));
    const { port } = trap.address() as { port: number };
    const attempts = [
      `http://127.0.0.1:${port}/a.png`,
      `//127.0.0.1:${port}/a.png`,
      "file:///etc/passwd",
      "data:image/png;base64,AAAA",
      "/uploads/../../../etc/passwd",
      "/uploads/aaaaaaaa/../../x.png",
      "/uploads/aaaaaaaaaaaaaaaa/20250630100000x.png",
      "/etc/passwd",
      "..",
    ];
    for (const image of attempts) expect(await read(image), image).toMatchObject({ status: 200, Code: 404, Msg: "文件不存在" });
    expect(hits).toBe(0);
  });

  it("asks for the parameters it needs, and for the right", async () => {
    expect(await call(portal, token, "ImageContent/GetImageContent")).toMatchObject({ Code: 400, Msg: "缺少参数 image" });
    expect(await read("/uploads/x", { chkid: "<b>" })).toMatchObject({ Code: 400 });
    const clerk = await signIn(portal, "clerk");
    expect(await read(await uploaded(await invoicePicture(PAPER)), {}, clerk)).toMatchObject({ Code: 403, Msg: "没有操作权限" });
    expect(await call(portal, null, "ImageContent/GetImageContent")).toMatchObject({ status: 401 });
  });

  it("does not read another shop's picture", async () => {
    const mall = await signIn(portal, "mall01");
    const theirs = await uploaded(await invoicePicture(PAPER), mall);
    expect(await read(theirs)).toMatchObject({ Code: 404 });
    expect(await read(theirs, {}, mall)).toMatchObject({ Code: 200 });
  });
});
