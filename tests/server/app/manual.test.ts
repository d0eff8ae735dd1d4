import { beforeAll, describe, expect, it } from "vitest";
import { readPdf } from "../manual/fixtures/read-pdf.ts";
import { call, FORM, form, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { demo, multipart, sendBody } from "./fixtures/uploads.ts";
import { EXPIRED, SHOP } from "./fixtures/world.ts";

const KINDS = { supplier: "site.manualSupplier", retailer: "site.manualRetailer" } as const;

let portal: Portal;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  portal = await openPortal();
  for (const user of ["admin", "clerk", "none", "s1", "s2", "s3", "mall01", "late"]) tokens[user] = await signIn(portal, user);
});

function ask(user: string, params: Readonly<Record<string, string>> = {}, query: Readonly<Record<string, string>> = {}) {
  const headers = { ...FORM, authorization: tokens[user] ?? "" };
  return portal.app.inject({ method: "POST", url: "/api/Comm/GetManual", headers, query: { ...query }, payload: form(params) });
}

const firstPage = (bytes: Buffer) => readPdf(bytes).pages[0] ?? "";

describe("the operation manual", () => {
  it("is a PDF with a Chinese name, to be kept by nobody", async () => {
    const answer = await ask("s1");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(answer.rawPayload.length),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const name = encodeURIComponent("供应链管理系统-供应商操作手册-2025-06-30.pdf");
    expect(answer.headers["content-disposition"]).toContain(`filename*=UTF-8''${name}`);
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    expect(answer.rawPayload.toString("latin1").trimEnd().endsWith("%%EOF")).toBe(true);
    expect(firstPage(answer.rawPayload)).toContain("惠民超市");
  });

  it.each([
    ["s1", "供应商操作手册"],
    ["s3", "供应商操作手册"],
    ["admin", "零售商操作手册"],
    ["mall01", "零售商操作手册"],
    ["late", "零售商操作手册"],
    ["none", "零售商操作手册"],
  ])("of %s is the %s", async (user, title) => {
    const { pages, bookmarks } = readPdf((await ask(user)).rawPayload);
    expect(pages[0]).toContain(title);
    expect(bookmarks).toContain(title);
  });

  it("is the side's, whatever a parameter asks for", async () => {
    const own = (await ask("s1")).rawPayload;
    for (const name of ["side", "kind", "type", "PROV_ID", "ProvId", "manual", "variant"]) {
      for (const value of ["", "retailer", "shop", "0"]) {
        expect((await ask("s1", { [name]: value })).rawPayload.equals(own)).toBe(true);
        expect((await ask("s1", {}, { [name]: value })).rawPayload.equals(own)).toBe(true);
      }
    }
  });

  it("is the same for colleagues, and tells suppliers nothing of what is the shop's", async () => {
    const [one, other] = [await ask("admin"), await ask("clerk")];
    expect(one.rawPayload.equals(other.rawPayload)).toBe(true);
    const retailer = readPdf(one.rawPayload).pages.join("\n");
    const supplier = readPdf((await ask("s2")).rawPayload).pages.join("\n");
    for (const page of ["用户组管理", "配置项管理", "审核规则管理", "报价报表", "税票审核异常看板"]) {
      expect(retailer).toContain(page);
      expect(supplier).not.toContain(page);
    }
    expect(supplier).toContain("订单已过有效截止日，不能确认");
  });

  it("follows the registry", async () => {
    const before = (await ask("s1")).rawPayload;
    const { registry } = portal;
    portal.changeRegistry({ ...registry, version: "0123456789abcdef" });
    expect(firstPage((await ask("s1")).rawPayload)).toContain("01234567");
    portal.changeRegistry(registry);
    expect((await ask("s1")).rawPayload.equals(before)).toBe(true);
  });

  it("needs a session", async () => {
    const answer = await portal.app.inject({ method: "POST", url: "/api/Comm/GetManual", headers: FORM });
    expect([answer.statusCode, answer.json().Code]).toEqual([401, 401]);
  });
});

describe("a manual of the shop's own", () => {
  async function upload(user: string, filename: string, bytes: Buffer): Promise<string> {
    const body = multipart({ filename, type: "application/pdf", bytes });
    const { Msg } = await sendBody(portal, tokens[user] ?? "", body, { url: "/API/UpLoadFile/Upload?kind=file" });
    return Msg;
  }

  async function set(shop: string, side: keyof typeof KINDS, ConfigValue: string, statu = 1): Promise<void> {
    const { kysely } = portal.database;
    const table = portal.registry.entities.ConfigItem?.table ?? "";
    const setting = { SHOP_ID: shop, ConfigKey: KINDS[side], ConfigName: "手册", ConfigGroup: "网站", ValueType: "url", scope: "website" };
    await kysely.deleteFrom(table).where("SHOP_ID", "=", shop).where("ConfigKey", "=", KINDS[side]).execute();
    await kysely
      .insertInto(table)
      .values({ ...setting, ConfigValue, statu, rowver: 1 })
      .execute();
  }

  it("takes the generated one's place for its side and shop", async () => {
    const generated = (await ask("admin")).rawPayload;
    await set(SHOP, "supplier", await upload("admin", "本店供应商须知.pdf", demo("pdf")));
    const own = await ask("s1");
    expect(own.rawPayload.equals(demo("pdf"))).toBe(true);
    expect(own.headers["content-disposition"]).toContain(encodeURIComponent("本店供应商须知.pdf"));
    expect((await ask("admin")).rawPayload.equals(generated)).toBe(true);
    expect(firstPage((await ask("s3")).rawPayload)).toContain("供应商操作手册");
    await set(SHOP, "retailer", await upload("admin", "总部手册.pdf", demo("receipt")));
    expect((await ask("admin")).rawPayload.equals(demo("receipt"))).toBe(true);
  });

  it.each([
    ["is empty", async () => ""],
    ["is no file of the portal", async () => "https://example.com/manual.pdf"],
    ["is gone", async () => "/uploads/AAAAAAAAAAAAAAAA/20250630100000手册.pdf"],
    ["leaves the folder", async () => "/uploads/../../etc/passwd"],
    ["is another shop's", () => upload("late", "别店.pdf", demo("pdf"))],
    ["is another supplier's", () => upload("s2", "他人.pdf", demo("pdf"))],
  ])("does not when the setting %s", async (_what, address) => {
    await set(SHOP, "supplier", await address());
    const answer = await ask("s1");
    expect(answer.statusCode).toBe(200);
    expect(firstPage(answer.rawPayload)).toContain("供应商操作手册");
  });

  it("does not when the setting is switched off", async () => {
    await set(SHOP, "supplier", await upload("admin", "停用.pdf", demo("pdf")), 0);
    expect(firstPage((await ask("s1")).rawPayload)).toContain("供应商操作手册");
    await set(EXPIRED, "retailer", await upload("late", "东城.pdf", demo("pdf")));
    expect((await ask("late")).rawPayload.equals(demo("pdf"))).toBe(true);
  });
});

describe("the screen", () => {
  it("carries the page's help", async () => {
    const { Result } = await call(portal, tokens.s1 ?? "", "Registry/GetModule", { mdl: "8901" });
    expect(Result.help).toMatch(/^商场向供应商订货的单据/);
    const without = Object.values(portal.registry.modules).find(({ help, audience }) => help === null && audience.includes("shop"));
    if (without) expect((await call(portal, tokens.admin ?? "", "Registry/GetModule", { mdl: String(without.id) })).Result.help).toBe("");
  });
});
