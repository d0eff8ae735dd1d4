import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openShops } from "../../../src/server/features/visitors/register.ts";
import { forgetVisitorFiles } from "../../../src/server/features/visitors/visitor-files.ts";
import { PROGRAM } from "../../../src/server/features.ts";
import { loadFiles } from "../../../src/server/registry/registry-files.ts";
import { buildRegistry } from "../../../src/shared/build-registry.ts";
import { formatProblem } from "../../../src/shared/registry/problem.ts";
import { takeWallDown } from "../db/fixtures/without-wall.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { demo, fetchFile, multipart, picture, rowsOf, sendBody, stateOf } from "./fixtures/uploads.ts";
import { EXPIRED, SHOP } from "./fixtures/world.ts";

const HOUR = 3_600_000;
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const OTHER_SHOP = EXPIRED;

let portal: Portal;
let admin = "";
let count = 0;
beforeAll(async () => {
  portal = await openPortal();
});
// Every test has an hour of its own, and a session that has not idled away.
beforeEach(async () => {
  portal.advance(2 * HOUR);
  admin = await signIn(portal, "admin");
});

async function uploadTo(shop: string, bytes?: Buffer, filename = "证件.png") {
  const png = bytes ?? (await picture().png().toBuffer());
  return sendBody(portal, null, multipart({ filename, type: "image/png", bytes: png }), {
    url: `/api/UpLoadFile/UploadAsVisitor?shop=${shop}`,
  });
}

/** A registration nobody can find fault with. */
async function good(shop = SHOP): Promise<Record<string, string>> {
  count += 1;
  const [id, licence, account] = [await uploadTo(shop), await uploadTo(shop), await uploadTo(shop)];
  return {
    shop,
    type: "supplier",
    Provider: `新商贸${count}`,
    // Old numbers of 15 digits have no check digit.
    TaxNo: `310000${String(count).padStart(9, "0")}`,
    contact: "李雷",
    tel: "13800138000",
    UsrName: `newcomer${count}`,
    idcardimg: id.Msg,
    licenseimg: licence.Msg,
    openlicenseimg: account.Msg,
  };
}

const register = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  call(portal, null, "Register/Save", fields, { headers });
const registrations = () =>
  portal.database.kysely
    .selectFrom(portal.registry.entities.Registration?.table ?? "")
    .selectAll()
    .orderBy("Id")
    .execute();
const messagesOf = (answer: { Result: { problems: { field: string; message: string }[] } }) =>
  Object.fromEntries(answer.Result.problems.map(({ field, message }) => [field, message]));

describe("the page", () => {
  it("offers the active shops, both kinds, and a form with what a registrant fills in alone", async () => {
    const { Code, Result } = await call(portal, null, "Register/GetForm");
    expect(Code).toBe(200);
    expect(Result.shops).toContainEqual({ SHOP_ID: SHOP, ShopName: "惠民超市" });
    expect(Result.kinds.map(({ value }: { value: string }) => value)).toEqual(["supplier", "bidding"]);
    const { sections, fields } = Result.form;
    expect(sections.flatMap((section: { fields: string[] }) => section.fields).sort()).toEqual(Object.keys(fields).sort());
    expect(Object.keys(fields)).not.toContain("stt");
    expect(fields.TaxNo).toMatchObject({ check: "taxNumber", isRequired: true, isWritable: true });
    for (const name of ["idcardimg", "licenseimg", "openlicenseimg"])
      expect(fields[name]).toMatchObject({ type: "images", isRequired: true });
  });

  it("does not offer a shop that is switched off", async () => {
    const table = portal.registry.entities.Shop?.table ?? "";
    const set = (statu: number) => portal.database.kysely.updateTable(table).set({ statu }).where("SHOP_ID", "=", OTHER_SHOP).execute();
    const fields = await good(OTHER_SHOP);
    await set(0);
    expect((await openShops(portal.database.kysely, portal.registry)).map(({ SHOP_ID }) => SHOP_ID)).not.toContain(OTHER_SHOP);
    expect(await register(fields)).toMatchObject({ Code: 404, Msg: "商场不存在或已停用" });
    expect(await uploadTo(OTHER_SHOP)).toMatchObject({ Code: 404 });
    await set(1);
  });

  it("asks what the chosen shop asks, where its profile says otherwise, and nothing else of the others", async () => {
    const front = {
      name: "front",
      title: "注册须留邮箱",
      shops: [SHOP],
      flags: {},
      entities: {
        Registration: {
          fields: { email: { title: "企业邮箱", required: true }, RegType: { values: { bidding: { set: { title: "竞价商" } } } } },
        },
      },
    };
    const overlay = { path: "schemas/overlays/front.json", text: JSON.stringify(front) };
    const built = buildRegistry([...loadFiles(ROOT).files, overlay], PROGRAM);
    if (!built.ok) throw new Error(built.problems.map(formatProblem).join("\n"));
    const patched = await openPortal({ registry: built.registry });
    const { form, kinds, own } = (await call(patched, null, "Register/GetForm")).Result;
    expect(Object.keys(own)).toEqual([SHOP]);
    expect([form.fields.email, own[SHOP].form.fields.email]).toMatchObject([
      { title: "邮箱", isRequired: false },
      { title: "企业邮箱", isRequired: true },
    ]);
    expect([kinds, own[SHOP].kinds].map((all) => all.at(-1).text)).toEqual(["竞价", "竞价商"]);
    const sent = { type: "bidding", Provider: "新商贸", UsrName: "newcomer" };
    expect(messagesOf(await call(patched, null, "Register/Save", { ...sent, shop: SHOP }))).toHaveProperty("email");
    expect(messagesOf(await call(patched, null, "Register/Save", { ...sent, shop: OTHER_SHOP }))).not.toHaveProperty("email");
  });
});

describe("a registration", () => {
  it("waits for review in the shop it was made for, with its number, and tells the shop", async () => {
    const fields = await good();
    const answer = await register(fields);
    expect(answer).toMatchObject({ Code: 200, Result: { userName: fields.UsrName, shopName: "惠民超市" } });
    expect(answer.Result.number).toMatch(/^ZC20250630\d{4}$/);
    const row = (await registrations()).at(-1);
    expect(row).toMatchObject({ SHOP_ID: SHOP, stt: 0, RegType: "supplier", Provider: fields.Provider, provid: null, creator: "访客" });
    const page = await call(portal, admin, "Module/103/GetPage", { page: "1", pageSize: "50" });
    expect(page.Result.rows.map((each: { TaxNo: string }) => each.TaxNo)).toContain(fields.TaxNo);
    const told = await call(portal, admin, "Module/902/GetPage", { page: "1", pageSize: "50" });
    expect(JSON.stringify(told.Result.rows)).toContain(`提交了注册申请 ${answer.Result.number}`);
  });

  it("becomes a supplier whose user signs in with the password the reviewer was told", async () => {
    const fields = await good();
    await register(fields);
    const row = (await registrations()).at(-1);
    const picture = fields.licenseimg ?? "";
    expect((await fetchFile(portal, await signIn(portal, "s1"), picture)).json()).toMatchObject({ Code: 404 });
    const ids = { action: "audit", ids: String(row?.Id), rowver: String(row?.rowver) };
    const reviewed = await call(portal, admin, "Module/103/Action", ids);
    expect(reviewed).toMatchObject({ Code: 200 });
    const password = /初始密码：(\w+)/.exec(reviewed.Result.notice)?.[1] ?? "";
    const token = await signIn(portal, fields.UsrName ?? "", password);
    expect((await call(portal, token, "Usr/UpdateUsrPass", { OldPass: password, NewPass: "Own-words-77" })).Code).toBe(200);
    const info = await call(portal, token, "login/GetUserInfo");
    expect(info.Result.user).toMatchObject({ SHOP_ID: SHOP, SupplierName: fields.Provider });
    // Its own pictures are its own now; other suppliers still see none.
    expect((await fetchFile(portal, token, picture)).headers["content-type"]).toBe("image/png");
    expect((await fetchFile(portal, await signIn(portal, "s1"), picture)).json()).toMatchObject({ Code: 404 });
  });

  it("keeps its pictures for the shop alone", async () => {
    const fields = await good();
    await register(fields);
    const url = fields.idcardimg ?? "";
    expect((await fetchFile(portal, admin, url)).headers["content-type"]).toBe("image/png");
    for (const user of ["s1", "late", "mall01"]) {
      expect((await fetchFile(portal, await signIn(portal, user), url)).json(), user).toMatchObject({ Code: 404 });
    }
  });

  it("is refused with everything that is wrong with it, beside the fields", async () => {
    const before = await registrations();
    const answer = await register({
      shop: SHOP,
      type: "bidding",
      TaxNo: "123",
      tel: "x",
      email: "nobody",
      UsrName: "李",
      Provider: "长".repeat(101),
    });
    expect(answer.Code).toBe(400);
    expect(messagesOf(answer)).toEqual({
      Provider: "企业名称不能超过100个字",
      TaxNo: "税号应为15到20位大写字母或数字",
      contact: "联系人不能为空",
      tel: "电话不是有效的电话号码",
      email: "邮箱不是有效的邮箱地址",
      UsrName: "用户名应为4到40位字母、数字或 . _ @ -，以字母或数字开头",
      idcardimg: "身份证不能为空",
      licenseimg: "营业执照不能为空",
      openlicenseimg: "开户许可证不能为空",
    });
    expect(await registrations()).toEqual(before);
  });

  it("needs a name and a tax number that are free, told together", async () => {
    const first = await good();
    await register(first);
    const answer = await register({ ...(await good()), TaxNo: first.TaxNo ?? "", UsrName: "MALL01" });
    expect(messagesOf(answer)).toEqual({ TaxNo: "该税号已有待审核的注册申请，请等待审核结果", UsrName: "用户名已被使用，请换一个" });
    expect(messagesOf(await register({ ...(await good()), UsrName: first.UsrName ?? "" }))).toEqual({
      UsrName: "用户名已被使用，请换一个",
    });
    // In another shop the company is not known; the name is one for all.
    expect(await register({ ...(await good(OTHER_SHOP)), TaxNo: first.TaxNo ?? "" })).toMatchObject({ Code: 200 });
  });

  it("needs a tax number that no supplier of the shop has", async () => {
    const fields = await good();
    await register(fields);
    const row = (await registrations()).at(-1);
    await call(portal, admin, "Module/103/Action", { action: "audit", ids: String(row?.Id), rowver: String(row?.rowver) });
    expect(messagesOf(await register({ ...(await good()), TaxNo: fields.TaxNo ?? "" }))).toEqual({ TaxNo: "该税号已有供应商档案" });
  });

  it("of two at once with one tax number only one is there", async () => {
    const [a, b] = [await good(), await good()];
    const answers = await Promise.all([register(a), register({ ...b, TaxNo: a.TaxNo ?? "" })]);
    expect(answers.map(({ Code }) => Code).sort()).toEqual([200, 400]);
  });

  it("is written once for its key", async () => {
    const fields = await good();
    const first = await register(fields, { "idempotency-key": "once" });
    const before = (await registrations()).length;
    expect((await register(fields, { "idempotency-key": "once" })).body).toBe(first.body);
    expect((await registrations()).length).toBe(before);
    expect(await register({ ...fields, city: "别处" }, { "idempotency-key": "once" })).toMatchObject({ Code: 422 });
  });

  it.each(["stt", "provid", "SHOP_ID", "creator", "auditor", "Billid", "RegType", "rowver", "Id", "nonsense"])(
    "takes no %s",
    async (name) => {
      expect(await register({ ...(await good()), [name]: "50" })).toMatchObject({ Code: 400 });
    },
  );

  it.each([
    ["no shop", { shop: "" }, 400],
    ["an unknown shop", { shop: "9999999999" }, 404],
    ["what is no shop", { shop: "' or 1=1" }, 404],
    ["no kind", { type: "" }, 400],
    ["an unknown kind", { type: "admin" }, 400],
  ])("needs its shop and kind: %s", async (_what, changes, Code) => {
    expect(await register({ ...(await good()), ...changes })).toMatchObject({ status: 200, Code });
  });
});

describe("its pictures", () => {
  const wrong = { idcardimg: "身份证含有不存在或已失效的图片，请重新上传" };

  it("must have been uploaded by a visitor, for this shop, and not been handed in before", async () => {
    const used = await good();
    await register(used);
    const foreign = await uploadTo(OTHER_SHOP);
    const staff = await sendBody(portal, admin, multipart({ filename: "a.png", bytes: await picture().png().toBuffer() }));
    for (const url of [
      used.idcardimg ?? "",
      foreign.Msg,
      staff.Msg,
      "/uploads/AAAAAAAAAAAAAAAA/20250630100000x.png",
      "javascript:alert(1)",
    ]) {
      expect(messagesOf(await register({ ...(await good()), idcardimg: url })), url).toEqual(wrong);
    }
  });

  it("are three at most", async () => {
    const urls = [await uploadTo(SHOP), await uploadTo(SHOP), await uploadTo(SHOP), await uploadTo(SHOP)].map(({ Msg }) => Msg);
    expect(messagesOf(await register({ ...(await good()), idcardimg: urls.join(",") }))).toEqual({ idcardimg: "身份证最多3张" });
    expect(await register({ ...(await good()), idcardimg: urls.slice(0, 3).join(",") })).toMatchObject({ Code: 200 });
  });

  it("are pictures, decoded and written anew", async () => {
    const before = await stateOf(portal);
    for (const [bytes, name] of [
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "a.png"],
      [Buffer.concat([demo("goods").subarray(0, 60), Buffer.from("<script>")]), "b.png"],
      [Buffer.from("%PDF-1.4\n"), "c.pdf"],
    ] as const) {
      expect(await uploadTo(SHOP, bytes, name)).toMatchObject({ Code: 422, Msg: "只能上传图片格式文件" });
    }
    expect(await uploadTo(SHOP, Buffer.alloc(6 * 1024 * 1024))).toMatchObject({ Code: 422 });
    expect(await stateOf(portal)).toEqual(before);
    const hidden = Buffer.concat([await picture().png().toBuffer(), Buffer.from("<script>alert(1)</script>")]);
    const { Msg } = await uploadTo(SHOP, hidden);
    expect((await fetchFile(portal, admin, Msg)).rawPayload.includes("script")).toBe(false);
  });

  it("go when nobody hands them in for a day", async () => {
    const kept = await good();
    await register(kept);
    const { Msg } = await uploadTo(SHOP);
    const uploaded = Date.parse(String((await rowsOf(portal)).at(-1)?.createtime));
    const clean = (ms: number) => forgetVisitorFiles(portal.database.kysely, portal.registry, new Date(uploaded + ms));
    const urls = async () => (await rowsOf(portal)).map(({ url }) => url);
    await clean(23 * HOUR);
    expect(await urls()).toContain(Msg);
    await clean(25 * HOUR);
    expect(await urls()).not.toContain(Msg);
    expect(await urls()).toContain(kept.idcardimg);
  });

  it("are refused while a thousand of the shop's wait to be handed in", async () => {
    const { kysely } = portal.database;
    const table = sql.table(portal.registry.entities.Attachment?.table ?? "");
    await sql`insert into ${table} ("SHOP_ID", "url", "visit") select ${SHOP}, '/uploads/waiting/' || n, 'open' from generate_series(1, 1000) n`.execute(
      kysely,
    );
    await takeWallDown(portal.database);
    expect(await uploadTo(OTHER_SHOP)).toMatchObject({ Code: 200 });
    expect(await uploadTo(SHOP)).toMatchObject({ Code: 429, Msg: "上传人数较多，请稍后再试" });
    await sql`delete from ${table} where "url" like '/uploads/waiting/%'`.execute(kysely);
    expect(await uploadTo(SHOP)).toMatchObject({ Code: 200 });
  });
});

describe("one address", () => {
  it("registers five times an hour, whatever it claims to be", async () => {
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push((await register(await good(), { "x-forwarded-for": `10.0.0.${n}` })).Code);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    portal.advance(HOUR + 1000);
    expect(await register(await good())).toMatchObject({ Code: 200 });
  });

  it("asks for names twenty times an hour, refused ones counted", async () => {
    const codes = new Set<number>();
    for (let n = 0; n < 20; n++) codes.add((await register({ shop: SHOP, type: "supplier", UsrName: "admin" })).Code);
    expect([...codes]).toEqual([400]);
    expect(await register({ shop: SHOP, type: "supplier", UsrName: "admin" })).toMatchObject({ status: 429, Code: 429 });
  });

  it("uploads forty times an hour", async () => {
    const bytes = Buffer.from("no picture");
    for (let n = 0; n < 40; n++) expect(await uploadTo(SHOP, bytes)).toMatchObject({ Code: 422 });
    expect(await uploadTo(SHOP, bytes)).toMatchObject({ status: 429, Code: 429 });
  });

  it("slips not past its limit with many at once", async () => {
    const all = [];
    for (let n = 0; n < 8; n++) all.push(await good());
    const answers = await Promise.all(all.map((fields) => register(fields)));
    expect(answers.filter(({ Code }) => Code === 200).length).toBeLessThanOrEqual(5);
    expect(answers.filter(({ Code }) => Code !== 200).every(({ Code }) => Code === 429)).toBe(true);
  });
});
