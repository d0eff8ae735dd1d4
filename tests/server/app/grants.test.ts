import { beforeAll, describe, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { WireRow } from "../../../src/shared/protocol/list.ts";
import type { GrantsResult } from "../../../src/shared/protocol/screen.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

const RETAIL_GROUPS = "Module/803";
const SUPPLIER_GROUPS = "Module/806";
const SHOP = "0000000054";

describeEngine("the rights of a group", (open) => {
  let portal: Portal;
  let admin = "";
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillDemoAccounts });
    admin = await signIn(portal, "admin54");
  });

  const groupOf = async (name: string, path = RETAIL_GROUPS): Promise<WireRow> => {
    const filter = JSON.stringify([{ field: "GroupName", operator: "eq", value: name }]);
    const { Result } = await call(portal, admin, `${path}/GetPage`, { filter });
    return Result.rows[0];
  };
  const read = async (token: string, group: WireRow, path = RETAIL_GROUPS): Promise<GrantsResult> =>
    (await call(portal, token, `${path}/GetGrants`, { id: String(group.Id) })).Result;
  const write = (token: string, group: WireRow, grants: object, path = RETAIL_GROUPS) =>
    call(portal, token, `${path}/Grant`, { id: String(group.Id), rowver: String(group.rowver), grants: JSON.stringify(grants) });
  const heldBy = ({ groups }: GrantsResult) =>
    Object.fromEntries(
      groups.flatMap(({ modules }) =>
        modules.flatMap(({ MdlId, functions }) => {
          const keys = functions.filter(({ isHeld }) => isHeld).map(({ key }) => key);
          return keys.length === 0 ? [] : [[MdlId, keys.sort()]];
        }),
      ),
    );

  it("are what is written, at once for its users, and no trace of the old ones is left", async () => {
    const group = await groupOf("采购");
    const { Code, Result } = await write(admin, group, { 8901: ["query", "audit"], 8906: ["query"] });
    expect(Code).toBe(200);
    expect(Result.rowver).toBe(Number(group.rowver) + 1);
    expect(heldBy(await read(admin, group))).toEqual({ 8901: ["audit", "query"], 8906: ["query"] });
    const buyer = await signIn(portal, "buyer54");
    expect((await call(portal, buyer, "Module/8906/GetPage")).Code).toBe(200);
    expect((await call(portal, buyer, "Module/8902/GetPage")).Code).toBe(403);
  });

  it("bring 查询 along with any other function", async () => {
    const group = await groupOf("采购");
    await write(admin, group, { 8901: ["print"] });
    expect(heldBy(await read(admin, group))).toEqual({ 8901: ["print", "query"] });
  });

  it("are not come by through the page of users: nobody puts himself into another group", async () => {
    await write(admin, await groupOf("采购"), { 801: ["query", "edit"] });
    const buyer = await signIn(portal, "buyer54");
    const put = async (name: string, by = buyer) => {
      const filter = JSON.stringify([{ field: "USER_ID", operator: "eq", value: "buyer54" }]);
      const [user] = (await call(portal, by, "Module/801/GetPage", { filter })).Result.rows;
      const { row } = (await call(portal, by, "Module/801/Get", { id: String(user.Id) })).Result;
      const { GroupId } = await groupOf(name);
      return call(portal, by, "Module/801/Save", { id: String(user.Id), rowver: String(row.rowver), GroupId: String(GroupId) });
    };
    for (const name of ["管理员", "未授权"])
      expect(await put(name)).toMatchObject({ Code: 403, Msg: expect.stringContaining("不能变更自己的权限") });
    expect((await put("未授权", admin)).Code).toBe(200);
    expect((await put("采购", admin)).Code).toBe(200);
  });

  it("cannot be written over what somebody else wrote meanwhile", async () => {
    const group = await groupOf("采购");
    await write(admin, group, { 8901: ["query"] });
    const late = await write(admin, group, { 8902: ["query"] });
    expect(late.Code).toBe(409);
    expect(heldBy(await read(admin, group))).toEqual({ 8901: ["query"] });
  });

  it("hold only what means something for its kind of user", async () => {
    const group = await groupOf("采购");
    expect((await write(admin, group, { 8807: ["query"] })).Code).toBe(400);
    expect((await write(admin, group, { 8901: ["fly"] })).Code).toBe(400);
    expect((await write(admin, group, { 99: ["query"] })).Code).toBe(400);
    expect((await write(admin, group, [8901])).Code).toBe(400);
  });

  describe("given by somebody who holds little", () => {
    let clerk = "";
    beforeAll(async () => {
      const store = sqlStore(portal.database.kysely, SHOP);
      const { entities } = portal.registry;
      const [groups, grants, users] = [entities.UserGroup, entities.GroupModule, entities.User];
      if (!groups || !grants || !users) throw new Error("no groups");
      await store.insert(groups, [{ GroupId: "G90", GroupName: "助理", UserKind: "retail", allModules: false }]);
      await store.insert(grants, [
        { GroupId: "G90", MdlId: 803, Funcs: "query,grant" },
        { GroupId: "G90", MdlId: 806, Funcs: "query,grant" },
        { GroupId: "G90", MdlId: 8901, Funcs: "query,print" },
      ]);
      await store.update(users, { USER_ID: "buyer54" }, { GroupId: "G90" });
      clerk = await signIn(portal, "buyer54");
    });

    it("never go beyond his own", async () => {
      const group = await groupOf("采购");
      await write(admin, group, {});
      const fresh = await groupOf("采购");
      const refused = await write(clerk, fresh, { 8901: ["query", "audit"] });
      expect([refused.Code, refused.Msg]).toEqual([403, "不能授予或收回自己没有的权限：订单.audit"]);
      expect((await write(clerk, fresh, { 510: ["query"] })).Code).toBe(403);
      expect(heldBy(await read(admin, fresh))).toEqual({});
      expect((await write(clerk, fresh, { 8901: ["query", "print"] })).Code).toBe(200);
    });

    it("are not taken by him either, and stay when he changes others", async () => {
      const group = await groupOf("采购");
      await write(admin, group, { 510: ["query", "confirm"], 8901: ["query", "print"] });
      const fresh = await groupOf("采购");
      expect((await write(clerk, fresh, { 8901: ["query"] })).Code).toBe(403);
      expect((await write(clerk, fresh, { 510: ["query", "confirm"], 8901: ["query"] })).Code).toBe(200);
      expect(heldBy(await read(admin, fresh))).toEqual({ 510: ["confirm", "query"], 8901: ["query"] });
    });

    it("include what only suppliers do on a page that he has, and not on one that he has not", async () => {
      const group = await groupOf("供应商", SUPPLIER_GROUPS);
      const { groups, mayGrantAll } = await read(clerk, group, SUPPLIER_GROUPS);
      const pages = groups.flatMap(({ modules }) => modules);
      const may = (mdl: number, key: string) =>
        pages.find(({ MdlId }) => MdlId === mdl)?.functions.find((each) => each.key === key)?.mayGrant;
      expect([may(8901, "provconfirm"), may(8902, "provconfirm"), may(8901, "export"), mayGrantAll]).toEqual([true, false, false, false]);
    });

    it("cannot be everything", async () => {
      const group = await groupOf("采购");
      const all = await call(portal, clerk, `${RETAIL_GROUPS}/Grant`, { id: String(group.Id), rowver: String(group.rowver), all: "true" });
      expect(all.Code).toBe(403);
    });
  });

  it("of another kind or another shop are not found, and without the function nothing is told", async () => {
    const supplierGroup = await groupOf("供应商", SUPPLIER_GROUPS);
    expect((await call(portal, admin, `${RETAIL_GROUPS}/GetGrants`, { id: String(supplierGroup.Id) })).Code).toBe(404);
    const other = await signIn(portal, "admin39");
    expect((await call(portal, other, `${SUPPLIER_GROUPS}/GetGrants`, { id: String(supplierGroup.Id) })).Code).toBe(404);
    const supplier = await signIn(portal, "s054001");
    expect((await call(portal, supplier, `${SUPPLIER_GROUPS}/GetGrants`, { id: String(supplierGroup.Id) })).Code).toBe(403);
  });
});
