import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/connect.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { MenuEntry } from "../../../src/shared/protocol/screen.ts";
import type { Registry } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { EXPIRED, fillWorld, PASSWORD_HASH, SHOP } from "./fixtures/world.ts";

const CONTRACT_ENDED = "由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能";
const NOT_THERE = { status: 200, Code: 403, Msg: "不存在模块权限！", Result: { cause: expect.stringContaining("没有该页面或操作") } };
const CALLS = ["GetPageadvice", "Saveadvice", "Replyadvice", "Readadvice"];
const GOOD = { title: "收货排队", content: "上午排队时间太长，希望分流。" };

/** The small world, with a second supplier in the shop that takes advice, and a grant that no shop without it can mean. */
async function fill(database: Database, registry: Registry): Promise<void> {
  await fillWorld(database, registry);
  const { kysely } = database;
  const put = (shop: string, name: string, rows: Parameters<ReturnType<typeof sqlStore>["insert"]>[1]) => {
    const entity = registry.entities[name];
    if (!entity) throw new Error(`no entity ${name}`);
    return sqlStore(kysely, shop).insert(entity, rows);
  };
  await put(EXPIRED, "Provider", [{ provid: "103002", Provider: "供应商103002", statu: 1 }]);
  await put(EXPIRED, "User", [{ USER_ID: "s4", UsrName: "名-s4", UserKind: "supplier", GroupId: "supplier", PROV_ID: "103002", statu: 1 }]);
  await kysely.insertInto("_credential").values({ USER_ID: "s4", hash: PASSWORD_HASH }).execute();
  await put(SHOP, "GroupModule", [{ GroupId: "supplier", MdlId: 9901, Funcs: "query,add,reply" }]);
}

describeEngine("advice", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    portal = await openPortal({ open, fill });
    for (const name of ["admin", "s1", "late", "s3", "s4"]) tokens[name] = await signIn(portal, name);
  });

  const ask = (user: string, path: string, params: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    call(portal, tokens[user] ?? "", path, params);
  const count = async (user: string): Promise<unknown> => (await ask(user, "Advice/getNoReadAdvice")).Result;
  const unread = async (user: string): Promise<unknown> => (await ask(user, "Comm/GetRemindCount")).Result.remindcount;
  const row = async (user: string, id: string) => (await ask(user, "Module/9901/Get", { id })).Result.row;
  const pages = async (user: string): Promise<MenuEntry[]> =>
    (await ask(user, "Registry/GetModules")).Result.modules.flatMap(({ children }: MenuEntry) => children);
  const suggest = async (user: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
    const answer = await ask(user, "Advice/Saveadvice", { ...GOOD, ...more });
    expect(answer, answer.Msg).toMatchObject({ Code: 200 });
    return String(answer.Result.id);
  };
  const reply = (id: string, text = "已安排分流") => ask("late", "Advice/Replyadvice", { id, reply: text });
  const contract = async (contractend: string) => {
    await portal.database.kysely
      .updateTable(portal.registry.entities.Shop?.table ?? "")
      .set({ contractend })
      .where("SHOP_ID", "=", EXPIRED)
      .execute();
    tokens.late = await signIn(portal, "late");
  };

  describe("in a shop whose profile takes none", () => {
    it.each(["admin", "s1"])("is in no menu and no right of %s, whatever was granted", async (user) => {
      expect((await pages(user)).map(({ MdlId }) => MdlId)).not.toContain(9901);
      const { Result } = await ask(user, "login/GetUserInfo");
      expect(Result.mdl.map(({ MdlId }: { MdlId: number }) => MdlId)).not.toContain(9901);
    });

    it.each(["admin", "s1"])("answers %s as any module without a right", async (user) => {
      for (const name of CALLS) expect(await ask(user, `Advice/${name}`, { id: "1", ...GOOD }), name).toMatchObject(NOT_THERE);
      for (const name of ["GetPage", "Get", "Save", "Action"])
        expect(await ask(user, `Module/9901/${name}`, { id: "1" }), name).toMatchObject(NOT_THERE);
      expect(await ask(user, "Registry/GetModule", { mdl: "9901" })).toMatchObject(NOT_THERE);
      expect(await count(user)).toBe(0);
    });

    it("can be granted by nobody", async () => {
      const groups = await ask("admin", "Module/806/GetPage", { rows: "50" });
      const supplier = groups.Result.rows.find(({ GroupId }: { GroupId: string }) => GroupId === "supplier");
      const { Result } = await ask("admin", "Module/806/GetGrants", { id: String(supplier.Id) });
      const offered = Result.groups.flatMap(({ modules }: { modules: { MdlId: number }[] }) => modules.map(({ MdlId }) => MdlId));
      expect(offered).toContain(8901);
      expect(offered).not.toContain(9901);
    });
  });

  it("is closed to everybody without a session", async () => {
    for (const name of [...CALLS, "getNoReadAdvice"]) expect((await call(portal, null, `Advice/${name}`)).status).toBe(401);
  });

  it("reminds suppliers by their menu, and the shop not", async () => {
    const line = async (user: string) => (await pages(user)).find(({ MdlId }) => MdlId === 9901);
    expect(await line("s3")).toMatchObject({ path: "/advice/adviceinfo", reminder: "/Advice/getNoReadAdvice" });
    expect(await line("late")).not.toHaveProperty("reminder");
    expect((await ask("s3", "Registry/GetModule", { mdl: "9901" })).Result).toMatchObject({ page: "override", override: "advice" });
  });

  it("tells everything wrong with a suggestion at once", async () => {
    const answer = await ask("s3", "Advice/Saveadvice", { title: "", content: "太短了" });
    expect(answer).toMatchObject({ status: 200, Code: 400 });
    expect(answer.Result.problems.map(({ field }: { field: string }) => field).sort()).toEqual(["content", "title"]);
    expect(await ask("s3", "Advice/Saveadvice", { ...GOOD, content: "字".repeat(501) })).toMatchObject({ Code: 400 });
    expect(await ask("s3", "Advice/Saveadvice", { ...GOOD, isreply: "true" })).toMatchObject({ Code: 400 });
    for (const content of ["五个字正好", "字".repeat(500)]) await suggest("s3", { content });
  });

  it("keeps the shop's users out after the contract's end, but counts what waits for them", async () => {
    for (const name of CALLS)
      expect(await ask("late", `Advice/${name}`, { id: "1" })).toMatchObject({ status: 200, Code: 403, Msg: CONTRACT_ENDED });
    const waiting = await count("late");
    await suggest("s3");
    expect(await count("late")).toBe(Number(waiting) + 1);
  });

  describe("once the contract is renewed", () => {
    beforeAll(() => contract("2026-06-30"));

    it("starts unanswered and unseen, signed by its author, whatever was sent", async () => {
      const id = await suggest("s3");
      expect(await row("late", id)).toMatchObject({
        ...GOOD,
        provid: "103001",
        Provider: "供应商103001",
        UsrName: "名-s3",
        source: "portal",
        isreply: false,
        isread: false,
        state: "waiting",
        state_text: "未回复",
        _actions: ["reply"],
      });
      expect((await row("s3", id))._actions).toEqual([]);
      expect(await ask("late", "Advice/Saveadvice", GOOD)).toMatchObject({ Code: 403 });
    });

    it("is answered once, by the shop, with words", async () => {
      const id = await suggest("s3");
      const before = { shop: Number(await count("late")), author: Number(await count("s3")), other: await count("s4") };
      expect(await ask("s3", "Advice/Replyadvice", { id, reply: "自己回复" })).toMatchObject({ Code: 403 });
      expect(await ask("late", "Advice/Replyadvice", { id })).toMatchObject({ Code: 400, Msg: expect.stringContaining("回复内容") });
      expect(await reply(id, "  ")).toMatchObject({ Code: 400, Msg: expect.stringContaining("回复内容") });
      expect(await reply(id, "字".repeat(501))).toMatchObject({ Code: 400 });
      expect(await reply("999999")).toMatchObject({ Code: 404 });
      expect(await ask("late", "Advice/Replyadvice", { reply: "好的" })).toMatchObject({ Code: 400, Msg: expect.stringContaining("id") });
      expect(await count("late")).toBe(before.shop);

      expect(await reply(id)).toMatchObject({ Code: 200, Result: { results: [{ id: Number(id), Code: 200 }] } });
      expect(await reply(id, "再回复一次")).toMatchObject({ Code: 409 });
      expect([await count("late"), await count("s3"), await count("s4")]).toEqual([before.shop - 1, before.author + 1, before.other]);
      expect(await row("late", id)).toMatchObject({ reply: "已安排分流", replyer: "名-late", isreply: true, state_text: "已回复" });
    });

    it("takes the first of two answers given at the same time", async () => {
      const id = await suggest("s3");
      const codes = (await Promise.all([reply(id, "甲的回复"), reply(id, "乙的回复")])).map(({ Code }) => Code);
      expect(codes.sort()).toEqual([200, 409]);
    });

    it("is new to the supplier until somebody there has seen it: list, dot and message go down together", async () => {
      const id = await suggest("s3");
      expect(await ask("s3", "Advice/Readadvice", { id })).toMatchObject({ Code: 409 });
      const messages = Number(await unread("s3"));
      await reply(id);
      const fresh = { filter: JSON.stringify([{ field: "state", operator: "in", value: ["fresh"] }]), rows: "100" };
      const ids = async (user: string) => (await ask(user, "Advice/GetPageadvice", fresh)).Result.rows.map(({ Id }: { Id: number }) => Id);
      expect(await ids("s3")).toContain(Number(id));
      expect(await ids("late"), "what the supplier has not seen is no state of the shop's").toEqual([]);
      expect(await unread("s3")).toBe(messages + 1);

      expect(await ask("late", "Advice/Readadvice", { id })).toMatchObject({ Code: 403 });
      expect(await ask("s4", "Advice/Readadvice", { id })).toMatchObject({ Code: 404 });
      const left = Number(await count("s3")) - 1;
      expect(await ask("s3", "Advice/Readadvice", { id })).toMatchObject({ Code: 200, Result: left });
      expect(await ids("s3")).not.toContain(Number(id));
      expect(await unread("s3")).toBe(messages);
      const { readtime } = await row("late", id);
      expect(readtime).toMatch(/^2025-06-30/);

      portal.advance(60_000);
      expect(await ask("s3", "Advice/Readadvice", { id })).toMatchObject({ Code: 200, Result: left });
      expect((await row("late", id)).readtime).toBe(readtime);
    });

    it("is seen by opening its page, too, and by nobody else's", async () => {
      const id = await suggest("s3");
      await reply(id);
      const before = Number(await count("s3"));
      expect(await ask("s4", "Module/9901/Get", { id })).toMatchObject({ Code: 404 });
      expect((await row("late", id)).isread).toBe(false);
      expect(await count("s3")).toBe(before);
      expect(await row("s3", id)).toMatchObject({ isread: true, state: "replied" });
      expect(await count("s3")).toBe(before - 1);
    });

    it("keeps its history: who answered, and that it was seen", async () => {
      const id = await suggest("s3");
      await reply(id);
      await ask("s3", "Advice/Readadvice", { id });
      await ask("s3", "Advice/Readadvice", { id });
      const { events } = (await ask("late", "Module/9901/Get", { id })).Result;
      const told = events.map(({ action, actor, reason }: Record<string, string>) => ({ action, actor, reason }));
      expect(told.map(({ action }: { action: string }) => action).sort()).toEqual(["create", "read", "reply"]);
      expect(told).toContainEqual({ action: "reply", actor: "名-late", reason: "已安排分流" });
    });

    it("is every supplier's own; the calls and the module's page tell the same", async () => {
      const own = [await suggest("s3"), await suggest("s4")];
      for (const user of ["s3", "s4", "late"]) {
        const params = { page: "1", rows: "500", sort: "Id", order: "desc" };
        const [special, usual] = [await ask(user, "Advice/GetPageadvice", params), await ask(user, "Module/9901/GetPage", params)];
        expect(special).toMatchObject({ Code: 200 });
        expect(special.Result).toEqual(usual.Result);
        const suppliers = new Set(special.Result.rows.map(({ provid }: { provid: string }) => provid));
        expect([...suppliers].sort()).toEqual({ s3: ["103001"], s4: ["103002"], late: ["103001", "103002"] }[user]);
        expect(special.Result.rows.map(({ Id }: { Id: number }) => String(Id))).toEqual(
          expect.arrayContaining(user === "s3" ? own.slice(0, 1) : user === "s4" ? own.slice(1) : own),
        );
      }
      expect(await ask("s3", "Advice/GetPageadvice", { page: "0" })).toMatchObject({ status: 200, Code: 400 });
    });

    it("is the shop's alone where nobody knows whose it is: it is answered all the same, and told to nobody", async () => {
      const before = [await unread("s3"), await unread("s4")];
      expect(await call(portal, null, "Comm/Saveadvice", { s: EXPIRED, content: "路过提的建议" })).toMatchObject({ Code: 200 });
      const { rows } = (await ask("late", "Advice/GetPageadvice", { rows: "1", sort: "Id", order: "desc" })).Result;
      expect(rows).toMatchObject([{ content: "路过提的建议", provid: null, source: "qr", isreply: false }]);
      const id = String(rows[0].Id);
      expect(await reply(id)).toMatchObject({ Code: 200 });
      for (const user of ["s3", "s4"]) expect(await ask(user, "Advice/Readadvice", { id })).toMatchObject({ Code: 404 });
      expect([await unread("s3"), await unread("s4")]).toEqual(before);
    });

    it("shows the shop what waits for it first", async () => {
      const { rows } = (await ask("late", "Advice/GetPageadvice", { rows: "500" })).Result;
      const replied = rows.map(({ isreply }: { isreply: boolean }) => isreply);
      expect(replied).toEqual([...replied].sort());
      expect(new Set(replied)).toEqual(new Set([false, true]));
    });

    it("is saved once for a request that is sent twice", async () => {
      const send = () => call(portal, tokens.s3 ?? "", "Advice/Saveadvice", GOOD, { headers: { "idempotency-key": "advice-twice" } });
      const [first, second] = [await send(), await send()];
      expect(first.Code).toBe(200);
      expect(second.Result).toEqual(first.Result);
    });
  });

  it("takes nobody's own count for another's: a group without the page has none", async () => {
    const { kysely } = portal.database;
    const table = portal.registry.entities.UserGroup?.table ?? "";
    await kysely.updateTable(table).set({ allModules: false }).where("SHOP_ID", "=", EXPIRED).where("GroupId", "=", "supplier").execute();
    expect(await count("s3")).toBe(0);
    expect(await ask("s3", "Advice/GetPageadvice")).toMatchObject({ Code: 403, Msg: "不存在模块权限！" });
  });
});
