import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { linkSecret } from "../../../src/server/features/advice/signed-link.ts";
import { takeWallDown } from "../db/fixtures/without-wall.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { fetchFile, multipart, picture, sendBody } from "./fixtures/uploads.ts";
import { EXPIRED, SHOP } from "./fixtures/world.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The shop whose profile takes advice, and its supplier. */
const ADVISED = EXPIRED;
const SUPPLIER = "103001";
const CONTENT = "卸货口早上八点前排队太久";

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ settings: { publicUrl: "https://scm.example.com" } });
});
beforeEach(() => portal.advance(2 * HOUR));

/** The parts of the link that a supplier's user gets. */
async function link(): Promise<Record<string, string>> {
  const { Result } = await call(portal, await signIn(portal, "s3"), "Advice/GetAdviceLink");
  return Object.fromEntries(new URL(Result.path, Result.origin).searchParams);
}

const suggest = (params: Record<string, string>, headers: Record<string, string> = {}) =>
  call(portal, null, "Comm/Saveadvice", params, { headers });
const rows = () =>
  portal.database.kysely
    .selectFrom(portal.registry.entities.Advice?.table ?? "")
    .selectAll()
    .orderBy("Id")
    .execute();
const last = async () => (await rows()).at(-1);
const upload = async () =>
  sendBody(portal, null, multipart({ filename: "a.png", bytes: await picture().png().toBuffer() }), {
    url: `/api/UpLoadFile/UploadAsVisitor?shop=${ADVISED}`,
  });

describe("the link", () => {
  it("is for suppliers of shops that take advice, and names them", async () => {
    const { Code, Result } = await call(portal, await signIn(portal, "s3"), "Advice/GetAdviceLink");
    expect(Code).toBe(200);
    expect(Result.origin).toBe("https://scm.example.com");
    expect(Result.path).toMatch(/^\/suggestion\?s=\d{10}&p=103001&e=[0-9a-z]{6,7}&k=[A-Za-z0-9_-]{22}$/);
    const page = await call(portal, null, "Comm/GetAdviceForm", await link());
    expect(page.Result).toMatchObject({ shop: { SHOP_ID: ADVISED, ShopName: "东城生活广场" }, supplier: "供应商103001", isStale: false });
    expect(Object.keys(page.Result.form.fields)).toEqual(["content", "img", "UsrName", "tel"]);
  });

  it.each(["late", "admin", "s1", "mall01"])("is not for %s", async (user) => {
    expect(await call(portal, await signIn(portal, user), "Advice/GetAdviceLink")).toMatchObject({ Code: 403, Result: null });
  });

  it("takes who asks from the session alone", async () => {
    const asked = { s: SHOP, p: "102001", PROV_ID: "102001", SHOP_ID: SHOP };
    const { Result } = await call(portal, await signIn(portal, "s3"), "Advice/GetAdviceLink", asked);
    expect(Result.path).toContain(`s=${ADVISED}&p=${SUPPLIER}`);
  });

  it("is signed with a secret that stays, and that every server on the database shares", async () => {
    const both = await Promise.all([linkSecret(portal.database.kysely), linkSecret(portal.database.kysely)]);
    expect(new Set(both).size).toBe(1);
    expect(Buffer.from(both[0] ?? "", "base64url")).toHaveLength(32);
  });
});

describe("a suggestion", () => {
  it("by a right link is the supplier's, and counts for the shop", async () => {
    const answer = await suggest({
      ...(await link()),
      content: `  ${CONTENT}\n请增加一个卸货口，并在高峰时段安排专人引导车辆 `,
      UsrName: "王师傅",
      tel: "13800138000",
    });
    expect(answer).toMatchObject({ Code: 200, Msg: "提交成功", Result: null });
    expect(await last()).toMatchObject({
      SHOP_ID: ADVISED,
      provid: SUPPLIER,
      Provider: "供应商103001",
      source: "qr",
      title: "卸货口早上八点前排队太久 请增加一个卸货口，并在高峰时段安…",
      content: `${CONTENT}\n请增加一个卸货口，并在高峰时段安排专人引导车辆`,
      UsrName: "王师傅",
      isreply: false,
      isread: false,
      USER_ID: null,
      creator: "访客",
    });
    const unread = await portal.database.kysely.selectFrom("task_state").selectAll().where("entity", "=", "Advice").execute();
    expect(unread.at(-1)).toMatchObject({ SHOP_ID: ADVISED, side: "shop", taskcount: 1 });
  });

  it.each([
    ["no signature", async () => ({ s: ADVISED })],
    ["a supplier, but no signature", async () => ({ s: ADVISED, p: SUPPLIER })],
    ["another supplier under the signature", async () => ({ ...(await link()), p: "103002" })],
    ["a later end under the signature", async () => ({ ...(await link()), e: "zzzzzz" })],
    ["a cut signature", async () => ({ ...(await link()), k: "AAAA" })],
    ["a signature that is none", async () => ({ ...(await link()), k: "不是签名" })],
  ])("with %s is nobody's in particular", async (_what, params) => {
    expect(await suggest({ ...(await params()), content: CONTENT })).toMatchObject({ Code: 200 });
    expect(await last()).toMatchObject({ SHOP_ID: ADVISED, provid: null, Provider: null, content: CONTENT });
  });

  it("by an old link is nobody's in particular, and the page says so", async () => {
    const old = await link();
    portal.advance(29 * DAY);
    expect((await call(portal, null, "Comm/GetAdviceForm", old)).Result).toMatchObject({ supplier: "供应商103001", isStale: false });
    portal.advance(2 * DAY);
    expect((await call(portal, null, "Comm/GetAdviceForm", old)).Result).toMatchObject({ supplier: "", isStale: true });
    expect(await suggest({ ...old, content: CONTENT })).toMatchObject({ Code: 200 });
    expect(await last()).toMatchObject({ provid: null });
  });

  it("of a supplier that is switched off is nobody's in particular, whoever has its code in another shop", async () => {
    const [parts, { kysely }] = [await link(), portal.database];
    await takeWallDown(portal.database);
    await kysely.insertInto("provider").values({ SHOP_ID: SHOP, provid: SUPPLIER, Provider: "别家", statu: 1 }).execute();
    const set = (statu: number) =>
      kysely.updateTable("provider").set({ statu }).where("SHOP_ID", "=", ADVISED).where("provid", "=", SUPPLIER).execute();
    await set(0);
    await suggest({ ...parts, content: CONTENT });
    expect(await last()).toMatchObject({ provid: null });
    await set(1);
  });

  it.each([
    ["no shop", { s: "" }, 400],
    ["a shop that takes no advice", { s: SHOP }, 403],
    ["an unknown shop", { s: "9999999999" }, 404],
  ])("is refused for %s", async (_what, params, Code) => {
    const before = await rows();
    expect(await suggest({ ...params, content: CONTENT })).toMatchObject({ status: 200, Code });
    expect(await rows()).toEqual(before);
  });

  it.each([
    ["", "建议内容不能为空"],
    ["    \n    ", "建议内容不能为空"],
    ["  四个字呀  ", "建议内容不能少于5个字"],
    ["长".repeat(501), "建议内容不能超过500个字"],
  ])("says something: %j", async (content, message) => {
    const answer = await suggest({ s: ADVISED, content, tel: "电话" });
    expect(answer.Code).toBe(400);
    expect(answer.Result.problems).toEqual([
      { field: "content", message },
      { field: "tel", message: "电话不是有效的电话号码" },
    ]);
  });

  it.each(["provid", "title", "source", "isreply", "reply", "USER_ID", "creator"])("takes no %s", async (name) => {
    expect(await suggest({ s: ADVISED, content: CONTENT, [name]: "1" })).toMatchObject({ Code: 400 });
  });

  it("brings pictures that its supplier and its shop see, and nobody else", async () => {
    const { Msg } = await upload();
    expect(await suggest({ ...(await link()), content: CONTENT, img: Msg })).toMatchObject({ Code: 200 });
    for (const user of ["s3"]) expect((await fetchFile(portal, await signIn(portal, user), Msg)).headers["content-type"]).toBe("image/png");
    for (const user of ["s1", "admin"])
      expect((await fetchFile(portal, await signIn(portal, user), Msg)).json()).toMatchObject({ Code: 404 });
    const open = await upload();
    await suggest({ s: ADVISED, content: CONTENT, img: open.Msg });
    expect((await fetchFile(portal, await signIn(portal, "s3"), open.Msg)).json()).toMatchObject({ Code: 404 });
  });
});

describe("one address", () => {
  it("suggests five times an hour for nobody, twenty times by a link", async () => {
    const parts = await link();
    const codes = async (params: Record<string, string>, times: number) => {
      const all = [];
      for (let n = 0; n < times; n++) all.push((await suggest({ ...params, content: `${CONTENT}${n}` })).Code);
      return all;
    };
    expect(await codes({ s: ADVISED }, 6)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(new Set(await codes(parts, 20))).toEqual(new Set([200]));
    expect(await codes(parts, 1)).toEqual([429]);
    portal.advance(HOUR + 1000);
    expect(await codes({ s: ADVISED }, 1)).toEqual([200]);
  });

  it("tries forty times an hour, refused ones counted", async () => {
    for (let n = 0; n < 40; n++) expect(await suggest({ s: ADVISED, content: "" })).toMatchObject({ Code: 400 });
    expect(await suggest({ s: ADVISED, content: "" })).toMatchObject({ status: 429, Code: 429 });
  });
});
