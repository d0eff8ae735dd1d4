import { beforeAll, expect, it } from "vitest";
import { saveRow } from "../../../src/server/engine/save/save-row.ts";
import { addAttachment, findAttachment, isOwnAttachment } from "../../../src/server/engine/uploads/attachments.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, STRANGER, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { module } from "./fixtures/real-registry.ts";

const [BOSS, OWNER, OTHER] = [viewer(), viewer(SUPPLIER), viewer(STRANGER)];
const FOREIGNER = viewer("", { shopId: "0000000123" });
const url = (name: string) => `/uploads/aaaabbbbcccc/20250630100000${name}`;
const png = (name: string) => ({ url: url(name), name, mime: "image/png", size: 1 });

describeEngine("attachments", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    await addAttachment(desk.as(BOSS), png("shop.png"));
    await addAttachment(desk.as(OWNER), png("own.png"));
    await addAttachment(desk.as(OWNER), { ...png("contract.pdf"), mime: "application/pdf" });
    await addAttachment(desk.as(FOREIGNER), png("foreign.png"));
  });

  it("of the shop are everybody's in the shop, a supplier's his own and the shop's", async () => {
    const seen = async (who: typeof BOSS) =>
      Promise.all(["shop.png", "own.png", "foreign.png"].map(async (name) => (await findAttachment(desk.as(who), url(name))) !== null));
    expect(await seen(BOSS)).toEqual([true, true, false]);
    expect(await seen(OWNER)).toEqual([true, true, false]);
    expect(await seen(OTHER)).toEqual([true, false, false]);
    expect(await seen(FOREIGNER)).toEqual([false, false, true]);
  });

  it("may be written into a field when each of them is there for the viewer", async () => {
    const isOwn = (who: typeof BOSS, names: readonly string[], type?: "images" | "url") =>
      isOwnAttachment(desk.as(who), names.map(url), type);
    expect(await isOwn(OWNER, [])).toBe(true);
    expect(await isOwn(OWNER, ["own.png", "shop.png"], "images")).toBe(true);
    expect(await isOwn(OWNER, ["contract.pdf"], "url")).toBe(true);
    expect(await isOwn(OWNER, ["contract.pdf"], "images")).toBe(false);
    expect(await isOwn(OTHER, ["shop.png"])).toBe(true);
    expect(await isOwn(OTHER, ["shop.png", "own.png"])).toBe(false);
    expect(await isOwn(BOSS, ["foreign.png"])).toBe(false);
    expect(await isOwn(BOSS, ["own.png", "own.png"])).toBe(false);
    for (const text of ["", "javascript:alert(1)", "http://169.254.169.254/", "../x", "data:image/png;base64,x"])
      expect(await isOwnAttachment(desk.as(BOSS), [text])).toBe(false);
  });

  it("are refused in a form when they are not there for the one who saves", async () => {
    const ANNOUNCEMENTS = 901;
    const announce = (file: string) => {
      const fields = { title: "通知", content: "放假安排", file };
      return saveRow(desk.as(BOSS), module(ANNOUNCEMENTS), { id: null, rowver: undefined, fields, lines: "" });
    };
    for (const file of [url("foreign.png"), url("nowhere.png"), "https://demo.example/a.png"])
      await expect(announce(file)).rejects.toMatchObject({ code: 400, message: "附件含有不存在或无权使用的文件" });
    const { id } = await announce(url("shop.png"));
    expect(await desk.row("Board", id)).toMatchObject({ file: url("shop.png") });
  });
});
