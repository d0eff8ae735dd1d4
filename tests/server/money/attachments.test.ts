import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { picture, send } from "../app/fixtures/uploads.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { fillPayWorld, PLAIN, putBill, SHOP } from "./fixtures/pay-world.ts";

const NO_RIGHT = { status: 200, Code: 403, Msg: "没有操作权限" };
const MISSING = { status: 200, Code: 404, Msg: "数据不存在或无权查看" };
const STALE = { Code: 409, Msg: "单据状态已变化，请刷新后重试" };
const CALLS = ["UploadAttachCheck", "UploadAttach", "DeleteAttach"];
const WRITES = ["UploadAttach", "DeleteAttach"];
const STATEMENTS = 510;

describeEngine("pictures of a row of any module, here of statements (510)", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillPayWorld });
    const { kysely } = portal.database;
    await kysely
      .updateTable("group_module")
      .set({ Funcs: "query,upload,delurl" })
      .where("GroupId", "=", "supplier")
      .where("MdlId", "=", STATEMENTS)
      .execute();
    await kysely.updateTable("group_module").set({ MdlId: STATEMENTS }).where("GroupId", "=", "looking").execute();
    for (const name of ["admin", "look", "s1", "s2", "boss175"]) tokens[name] = await signIn(portal, name);
  });
  const ask = (user: string, name: string, params: Readonly<Record<string, string>> = {}, key?: string): Promise<Answer> => {
    const headers = key === undefined ? {} : { headers: { "idempotency-key": key } };
    return call(portal, tokens[user] ?? null, `Module/${STATEMENTS}/${name}`, params, headers);
  };
  const upload = async (user: string) => (await send(portal, tokens[user] ?? "", await picture().png().toBuffer())).Msg;
  const statement = async (wanted: Parameters<typeof putBill>[2] = {}) => {
    const bill = await putBill(portal.database, portal.registry, { shopId: SHOP, ...wanted });
    const found = portal.database.kysely.selectFrom("balance").select("Id").where("Billid", "=", bill.statement);
    return { id: String((await found.executeTakeFirstOrThrow()).Id), bill: String(bill.id) };
  };
  const rowOf = (id: string) =>
    portal.database.kysely.selectFrom("balance").selectAll().where("Id", "=", Number(id)).executeTakeFirstOrThrow();
  const offered = async (user: string, id: string): Promise<readonly string[]> => (await ask(user, "Get", { id })).Result.row._actions;

  it("are put there by either side and taken away by their own", async () => {
    const { id } = await statement();
    const [ofShop, ofSupplier] = [await upload("admin"), await upload("s1")];
    expect((await ask("s1", "UploadAttachCheck", { id })).Result).toEqual({ ok: true, msg: "" });
    expect(await ask("admin", "UploadAttach", { id, attachurl: ofShop })).toMatchObject({
      Code: 200,
      Msg: "上传成功",
      Result: { attachurl: ofShop },
    });
    expect(await rowOf(id)).toMatchObject({ attachurl: ofShop, attachside: "shop", Statu: 20 });
    expect(await offered("admin", id)).toEqual(expect.arrayContaining(["attach", "detach"]));
    expect(await offered("s1", id)).toEqual(["attach"]);
    for (const params of [{ id }, { id, attachurl: ofShop }]) expect(await ask("s1", "DeleteAttach", params)).toMatchObject(STALE);

    expect(await ask("s1", "UploadAttach", { id, attachurl: ofSupplier })).toMatchObject({ Code: 200 });
    expect(await rowOf(id)).toMatchObject({ attachurl: `${ofShop},${ofSupplier}`, attachside: "supplier" });
    expect(await ask("s1", "UploadAttach", { id, attachurl: ofSupplier })).toMatchObject({ Code: 422, Msg: "该附件已上传" });
    expect(await ask("s1", "DeleteAttach", { id, attachurl: ofShop })).toMatchObject(NO_RIGHT);
    expect(await ask("s1", "DeleteAttach", { id })).toMatchObject({ Code: 200, Result: { attachurl: ofShop } });
    expect(await ask("admin", "DeleteAttach", { id, attachurl: ofShop })).toMatchObject({ Code: 200 });
    expect(await rowOf(id)).toMatchObject({ attachurl: null, attachside: null });
    expect(await ask("admin", "DeleteAttach", { id })).toMatchObject(STALE);
  });

  it("are news for the shop when the supplier brings them, and not the other way round", async () => {
    const { id } = await statement();
    const unread = async (user: string): Promise<unknown> => {
      const { rows } = (await ask(user, "GetPage", { rows: "500" })).Result;
      return rows.find((row: { readonly Id: number }) => String(row.Id) === id)?.taskcount;
    };
    await ask("admin", "UploadAttach", { id, attachurl: await upload("admin") });
    expect([await unread("admin"), await unread("s1")]).toEqual([0, 0]);
    await ask("s1", "UploadAttach", { id, attachurl: await upload("s1") });
    expect([await unread("admin"), await unread("s1")]).toEqual([1, 0]);
  });

  it("stay as they are once the statement is paid", async () => {
    const { id, bill } = await statement();
    const attachurl = await upload("admin");
    await ask("admin", "UploadAttach", { id, attachurl });
    await call(portal, tokens.admin ?? null, "BalancePay/ConfirmPay", { ids: bill, to: "50" });
    expect(await rowOf(id)).toMatchObject({ Statu: 50 });
    expect((await ask("admin", "UploadAttachCheck", { id })).Result).toMatchObject({ ok: false, msg: STALE.Msg });
    for (const name of WRITES) expect(await ask("admin", name, { id, attachurl }), name).toMatchObject(STALE);
    expect(await offered("admin", id)).not.toEqual(expect.arrayContaining(["attach"]));
    expect(await rowOf(id)).toMatchObject({ attachurl });
  });

  it("are pictures of the portal that the user may see, not more than nine at once", async () => {
    const { id } = await statement();
    const foreign = await upload("s2");
    for (const attachurl of [foreign, "javascript:alert(1)", "http://169.254.169.254/", "/uploads/none/x.png"])
      expect(await ask("s1", "UploadAttach", { id, attachurl }), attachurl).toMatchObject({
        Code: 400,
        Msg: "参数 attachurl 不是您上传的附件",
      });
    const paper = await upload("s1");
    await portal.database.kysely.updateTable("attachment").set({ mime: "application/pdf" }).where("url", "=", paper).execute();
    expect(await ask("s1", "UploadAttach", { id, attachurl: paper })).toMatchObject({ Code: 422, Msg: "只能上传图片格式文件" });
    for (const attachurl of ["", "/a,/a", "/a,", Array.from({ length: 10 }, (_, at) => `/${at}`).join()])
      expect(await ask("s1", "UploadAttach", { id, attachurl }), attachurl).toMatchObject({ Code: 400 });
    expect(await rowOf(id)).toMatchObject({ attachurl: null, rowver: 1 });
  });

  it("come once, however often they are sent", async () => {
    const { id } = await statement();
    const attachurl = await upload("s1");
    const first = await ask("s1", "UploadAttach", { id, attachurl }, "once");
    expect(first).toMatchObject({ Code: 200 });
    expect((await ask("s1", "UploadAttach", { id, attachurl }, "once")).Result).toEqual(first.Result);
    expect(await ask("s1", "DeleteAttach", { id, attachurl }, "once")).toMatchObject({ Code: 422 });
    expect(await rowOf(id)).toMatchObject({ attachurl });
  });

  describe("are for nobody", () => {
    it("who cannot see the row: of another shop, of another supplier", async () => {
      const [own, elsewhere] = [await statement(), await statement({ shopId: PLAIN })];
      for (const name of CALLS) {
        for (const [user, id] of [
          ["admin", elsewhere.id],
          ["boss175", own.id],
          ["s2", own.id],
        ] as const)
          expect(await ask(user, name, { id, attachurl: await upload(user) }), `${user} ${name}`).toMatchObject(MISSING);
      }
      expect([await rowOf(own.id), await rowOf(elsewhere.id)]).toMatchObject([{ rowver: 1 }, { rowver: 1 }]);
    });

    it("without session or function key", async () => {
      const { id } = await statement();
      const params = { id, attachurl: await upload("admin") };
      for (const name of CALLS) expect(await ask("nobody", name, params), name).toMatchObject({ status: 401 });
      for (const name of WRITES) expect(await ask("look", name, params), name).toMatchObject(NO_RIGHT);
      expect((await ask("look", "UploadAttachCheck", params)).Result).toMatchObject({ ok: false, msg: NO_RIGHT.Msg });
    });

    it("on a page without the buttons, nor by the call of actions, which looks at no file", async () => {
      const { id, bill } = await statement();
      const params = { attachurl: await upload("admin") };
      for (const name of CALLS) {
        // The payment page has calls of its own.
        for (const [page, row] of [
          ["503", bill],
          ["8901", "1"],
          ["511", "1"],
        ] as const)
          expect(await call(portal, tokens.admin ?? null, `Module/${page}/${name}`, { ...params, id: row }), name).toMatchObject(NO_RIGHT);
      }
      for (const action of ["attach", "detach"])
        expect(await ask("admin", "Action", { action, ids: id, reason: params.attachurl })).toMatchObject({ Code: 400 });
      expect(await rowOf(id)).toMatchObject({ rowver: 1 });
    });
  });
});
