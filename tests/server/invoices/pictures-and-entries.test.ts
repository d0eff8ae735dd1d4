import { beforeAll, describe, expect, it } from "vitest";
import type { Outside } from "../../../src/server/engine/inquiry.ts";
import { runAction } from "../../../src/server/engine/run-action.ts";
import { newStoredName } from "../../../src/server/engine/uploads/stored-name.ts";
import { openUsual } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SUPPLIER, viewer } from "../flows/fixtures/desk.ts";
import { module } from "../flows/fixtures/real-registry.ts";
import { confirmedBalance, enterInvoice, openOutside, verify } from "./fixtures/invoice-desk.ts";
import { blankPicture, invoicePicture } from "./fixtures/invoice-picture.ts";

describe("an entered invoice and its picture", () => {
  let desk: Desk;
  let outside: Outside;
  beforeAll(async () => {
    desk = await Desk.open(openUsual);
    outside = openOutside();
  });
  const keep = async (bytes: Buffer) => {
    const { folder, file, url } = newStoredName("发票.png", NOW);
    await outside.storage.keep(folder, { [file]: bytes });
    await desk.put("Attachment", { url, name: "发票.png", mime: "image/png", size: bytes.length, provid: SUPPLIER });
    return url;
  };
  const enter = async (number: string, code: string | null) =>
    enterInvoice(
      desk,
      await confirmedBalance(desk),
      { Number: number },
      await keep(code === null ? await blankPicture() : await invoicePicture(code)),
    );
  const recognize = (id: number) => runAction(desk.as(viewer()), module(516), { action: "recognize", ids: [id] }, outside);

  it("that say the same are verified", async () => {
    const id = await enter("20000001", "01,01,1200154130,20000001,885.00,20250629,,9335,");
    await verify(desk, outside, [id]);
    expect(await desk.row("TaxInvoice", id)).toMatchObject({ InvoiceStt: 1 });
  });

  it.each([
    ["20000002", "01,01,1200154130,20000002,785.00,20250629,,9335,", 3, "票面金额与录入金额不符"],
    ["20000003", "01,01,1200154130,20000009,885.00,20250629,,9335,", 1, "发票图片与录入的发票代码、号码不符"],
  ])("%s that differ fail", async (number, code, failkind, verifyMsg) => {
    const id = await enter(number, code);
    await verify(desk, outside, [id]);
    expect(await desk.row("TaxInvoice", id)).toMatchObject({ InvoiceStt: -1, failkind, verifyMsg });
  });

  it("识别 tells what differs, and keeps its number; a verified one stays verified", async () => {
    const same = await enter("20000004", "01,01,1200154130,20000004,885.00,20250629,,9335,");
    await verify(desk, outside, [same]);
    expect((await recognize(same)).notice).toBe("发票 20000004：图片与录入内容一致");
    expect(await desk.row("TaxInvoice", same)).toMatchObject({ InvoiceStt: 1, chkid: expect.stringMatching(/^SB2025/) });
    const other = await enter("20000005", "01,01,1200154130,20000006,884.00,20250629,,9335,");
    expect((await recognize(other)).notice).toBe("发票 20000005：图片与录入内容不一致（发票号码：20000006、不含税金额：884.00）");
    expect(await desk.row("TaxInvoice", other)).toMatchObject({ InvoiceStt: 0, Number: "20000005" });
  });

  it("识别 of a picture without a code is refused; 验真 takes it as it is", async () => {
    const id = await enter("20000008", null);
    await expect(recognize(id)).rejects.toMatchObject({ code: 422 });
    await verify(desk, outside, [id]);
    expect(await desk.row("TaxInvoice", id)).toMatchObject({ InvoiceStt: 1 });
  });
});
