import { beforeAll, describe, expect, it } from "vitest";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { type Answer, call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { CANARY, EXPIRED, SHOP } from "./fixtures/world.ts";

/** What a supplier of the first shop may never read, in any answer. */
const FOREIGN = [CANARY["102002"], CANARY["103001"]];

describeEngine("what belongs to others", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  /** Ids of orders and statements by owner. */
  const own: Record<string, number[]> = {};
  const foreign: Record<string, number[]> = {};
  const drafts: Record<string, number[]> = {};

  beforeAll(async () => {
    portal = await openPortal({ open });
    for (const name of ["admin", "s1", "s2", "s3", "late", "clerk"]) tokens[name] = await signIn(portal, name);
    for (const [mdl, name, state] of [
      ["8901", "Order", "Statu"],
      ["510", "Balance", "B2b_statu"],
    ] as const) {
      const rows = await portal.database.kysely
        .selectFrom(portal.registry.entities[name]?.table ?? "")
        .selectAll()
        .orderBy("Id")
        .execute();
      const ids = (keep: (row: Record<string, unknown>) => boolean) => rows.filter(keep).map((row) => Number(row.Id));
      own[mdl] = ids((row) => row.provid === "102001" && Number(row[state]) > 0);
      foreign[mdl] = ids((row) => row.provid !== "102001");
      drafts[mdl] = ids((row) => row.provid === "102001" && Number(row[state]) === 0);
    }
  });

  const ask = (name: string, path: string, params: Readonly<Record<string, string>> = {}, query: Readonly<Record<string, string>> = {}) =>
    call(portal, tokens[name] ?? "", path, params, { query });
  const expectClean = (answer: Answer) => {
    for (const canary of FOREIGN) expect(answer.body + Buffer.from(String(answer.Msg), "base64").toString("utf8")).not.toContain(canary);
  };

  it("is absent from lists, numbers and sums", async () => {
    const { Result } = await ask("s1", "Module/8901/GetPage");
    expect(Result).toMatchObject({ total: 2, footer: { order_cost: "110.50", amount: expect.any(String) } });
    expect(Result.rows.map(({ Id }: { Id: number }) => Id).sort()).toEqual(own["8901"]);
    expect((await ask("s1", "Module/510/GetPage")).Result).toMatchObject({ total: 2, footer: { TotalMoney: "110.50" } });
    expect((await ask("admin", "Module/8901/GetPage")).Result).toMatchObject({ total: 5, footer: { order_cost: "20110.62" } });
    expect((await ask("s3", "Module/8901/GetPage")).Result).toMatchObject({ total: 1, footer: { order_cost: "999.99" } });
  });

  it("stays absent whatever parameters claim", async () => {
    const usual = (await ask("s1", "Module/8901/GetPage")).body;
    for (const name of ["PROV_ID", "ProvId", "provid", "SHOP_ID", "shopId", "side", "USER_ID", "username", "mdl", "MdlId"]) {
      for (const value of ["102002", EXPIRED, SHOP, "", "0", "shop", "510"]) {
        expect((await ask("s1", "Module/8901/GetPage", { [name]: value })).body, `${name}=${value}`).toBe(usual);
        expect((await ask("s1", "Module/8901/GetPage", {}, { [name]: value })).body, `?${name}=${value}`).toBe(usual);
      }
    }
    for (const filter of [
      [{ field: "provid", operator: "eq", value: "102002" }],
      [{ field: "Provider", operator: "contains", value: "canary-of-102002" }],
      [
        {
          operator: "or",
          value: [
            { field: "provid", operator: "nnull" },
            { field: "Id", operator: "gt", value: "0" },
          ],
        },
      ],
    ]) {
      const answer = await ask("s1", "Module/8901/GetPage", { filter: JSON.stringify(filter) });
      expectClean(answer);
      expect(answer.Result?.total ?? 0).toBeLessThanOrEqual(2);
    }
  });

  describe.each(["8901", "510"])("module %s by id", (mdl) => {
    it("answers a foreign row, a draft and a missing one alike", async () => {
      const missing = (await ask("s1", `Module/${mdl}/Get`, { id: "987654321" })).body;
      expect(JSON.parse(missing)).toMatchObject({ Code: 404 });
      for (const id of [...(foreign[mdl] ?? []), ...(drafts[mdl] ?? [])]) {
        expect((await ask("s1", `Module/${mdl}/Get`, { id: String(id) })).body).toBe(missing);
        for (const extra of [{ provid: "102002" }, { SHOP_ID: EXPIRED }, { PROV_ID: "" }]) {
          expect((await ask("s1", `Module/${mdl}/Get`, { id: String(id), ...extra })).body).toBe(missing);
        }
      }
      for (const id of own[mdl] ?? []) expectClean(await ask("s1", `Module/${mdl}/Get`, { id: String(id) }));
    });

    it("refuses an action on it and changes nothing", async () => {
      const action = mdl === "8901" ? "provconfirm" : "provconfirm";
      const table = portal.registry.entities[mdl === "8901" ? "Order" : "Balance"]?.table ?? "";
      const before = JSON.stringify(await portal.database.kysely.selectFrom(table).selectAll().orderBy("Id").execute());
      for (const id of foreign[mdl] ?? []) {
        const answer = await ask("s1", `Module/${mdl}/Action`, { action, ids: String(id) });
        expect([403, 404]).toContain(answer.Code);
      }
      const mixed = await ask("s1", `Module/${mdl}/Action`, { action, ids: [own[mdl]?.[0], foreign[mdl]?.[0]].join(",") });
      expect([403, 404]).toContain(mixed.Code);
      expect(JSON.stringify(await portal.database.kysely.selectFrom(table).selectAll().orderBy("Id").execute())).toBe(before);
    });
  });

  describe("printing", () => {
    const [A, B] = ["first", "last"] as const;

    it("gives the own documents, by template, by order type and by older number, and counts the print", async () => {
      const [id = 0] = own["8901"] ?? [];
      const byTemplate = await ask("s1", "Print/GetPrintDoc", { printtyp: "order", ids: String(id) });
      expect(byTemplate.Result).toMatchObject({
        watermark: expect.stringContaining("s1"),
        data: [{ page: 1, samedata: { Billid: expect.stringMatching(/^DD/) } }],
      });
      const encoded = await ask("s1", "Print/GetPrintOrder", { ordertype: "8901", ids: String(id) });
      expect(encoded).toMatchObject({ Code: 200, Result: null });
      expect(JSON.parse(Buffer.from(encoded.Msg, "base64").toString("utf8"))).toEqual(byTemplate.Result);
      for (const [path, params] of [
        ["GetPrintData", { printtyp: "order" }],
        ["GetPrintData", { ordertype: "201" }],
        ["GetPrintDataForLC", { ordertype: "order" }],
      ] as const) {
        expect((await ask("s1", `Print/${path}`, { ...params, ids: String(id) })).Result).toEqual(byTemplate.Result);
      }
      const bids = await ask("s1", "Print/GetPrintDocBids", { printtyp: "order", id: String(id), bids: (own["8901"] ?? []).join(",") });
      expect(bids.Result.data).toHaveLength(2);
      expect((await ask("s1", "Module/8901/Get", { id: String(id) })).Result.row.Degree).toBe(6);
    });

    it("counts nothing for who only looks, until he says that it was printed", async () => {
      const [id = 0] = own["8901"] ?? [];
      const degree = async () => (await ask("s1", "Module/8901/Get", { id: String(id) })).Result.row.Degree;
      const before = await degree();
      const order = { printtyp: "order", ids: String(id) };
      expect((await ask("s1", "Print/GetPrintDoc", { ...order, preview: "1" })).Result.data).toHaveLength(1);
      expect(await degree()).toBe(before);
      expect(await ask("s1", "Print/SetPrinted", order)).toMatchObject({ Code: 200, Result: null });
      expect(await degree()).toBe(before + 1);
    });

    it.each([A, B])("refuses the whole call when the %s id is foreign, and counts nothing", async (place) => {
      const table = portal.registry.entities.Order?.table ?? "";
      const degrees = async () =>
        JSON.stringify(await portal.database.kysely.selectFrom(table).select(["Id", "Degree"]).orderBy("Id").execute());
      const before = await degrees();
      for (const id of foreign["8901"] ?? []) {
        const ids = place === A ? [id, ...(own["8901"] ?? [])] : [...(own["8901"] ?? []), id];
        for (const path of ["GetPrintDoc", "GetPrintData", "GetPrintPdf", "SetPrinted"]) {
          const answer = await ask("s1", `Print/${path}`, { printtyp: "order", ids: ids.join(",") });
          expect(answer.Code).toBe(404);
          expectClean(answer);
        }
        const answer = await ask("s1", "Print/GetPrintOrder", { ordertype: "8901", ids: ids.join(",") });
        expect(answer).toMatchObject({ Code: 404, Result: null });
        expectClean(answer);
        const bids = { printtyp: "order", id: String(id), bids: String(own["8901"]?.[0]) };
        expect((await ask("s1", "Print/GetPrintDocBids", bids)).Code).toBe(404);
      }
      expect(await degrees()).toBe(before);
    });

    it("asks for the right to print, for a template that exists and for at most 100 ids", async () => {
      const id = String(own["510"]?.[0]);
      expect(await ask("s1", "Print/GetPrintDoc", { printtyp: "balance", ids: id })).toMatchObject({
        Code: 403,
        Msg: portal.registry.messages.NOFUNC,
      });
      expect(await ask("clerk", "Print/GetPrintDoc", { printtyp: "balance", ids: id })).toMatchObject({
        Code: 403,
        Msg: "不存在模块权限！",
      });
      expect(await ask("s1", "Print/GetPrintDoc", { printtyp: "nothing", ids: id })).toMatchObject({
        Code: 400,
        Msg: expect.stringContaining("nothing"),
      });
      expect(await ask("s1", "Print/GetPrintOrder", { ordertype: "42", ids: id })).toMatchObject({
        Code: 400,
        Msg: expect.stringContaining("42"),
      });
      expect(await ask("s1", "Print/GetPrintDoc", { printtyp: "order", mdl: "510", ids: id })).toMatchObject({ Code: 400 });
      for (const ids of ["", "x", "1,,2", "0", "-1", "1e3", "1,1", Array.from({ length: 101 }, (_none, index) => index + 1).join(",")]) {
        expect(await ask("s1", "Print/GetPrintDoc", { printtyp: "order", ids })).toMatchObject({
          Code: 400,
          Msg: expect.stringContaining("ids"),
        });
      }
    });
  });

  it("is not exported without the right, and an export leaves a line in the log", async () => {
    expect(await ask("clerk", "Module/8901/GetPage", { purpose: "export" })).toMatchObject({
      Code: 403,
      Msg: portal.registry.messages.NOFUNC,
    });
    expect(await ask("s1", "Module/510/GetPage", { purpose: "print" })).toMatchObject({
      Code: 400,
      Msg: expect.stringContaining("purpose"),
    });
    portal.log.length = 0;
    const [plain, exported] = [await ask("s1", "Module/510/GetPage"), await ask("s1", "Module/510/GetPage", { purpose: "export" })];
    expect(exported.body).toBe(plain.body);
    const lines = portal.log.map((line) => JSON.parse(line)).filter(({ audit }) => audit === "export");
    expect(lines).toMatchObject([{ user: "s1", shop: SHOP, mdl: 510 }]);
  });
});
