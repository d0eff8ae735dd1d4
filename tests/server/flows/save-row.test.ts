import { beforeAll, expect, it } from "vitest";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { FormDesk, formEntity, formViewer, OTHER_SHOP, refusalOf, SHOP, STRANGER, SUPPLIER } from "./fixtures/form-desk.ts";

describeEngine("saving a row", (open) => {
  let desk: FormDesk;
  beforeAll(async () => {
    desk = await FormDesk.open(open);
  });
  const create = (more: Readonly<Record<string, string>> = {}) => desk.save("orders", { fields: FormDesk.order(more) });

  it("creates it with number, page's values, initial values, copies, proposals and totals", async () => {
    const lines = [
      { GoodsId: "G1011", amount: "2" },
      { GoodsId: "G1012", amount: "1.5", cost: "10.05" },
    ];
    const { id, rowver } = await desk.save("orders", { fields: FormDesk.order({ producer: "杭州" }), lines: { OrderLine: lines } });
    const row = await desk.row("Order", id);
    expect(row).toMatchObject({
      Billid: "DD202506300001",
      rowver,
      SHOP_ID: SHOP,
      provid: SUPPLIER,
      Provider: "供应商101",
      StoreName: "门店1",
    });
    expect(row).toMatchObject({ kind: "plain", busdate: "2025-06-30", contact: "联系人101", creator: "王思远", Statu: 0, size: "小" });
    expect(row).toMatchObject({
      createtime: "2025-06-30 10:00:00",
      amount: 3500n,
      order_cost: 2500n + 1508n,
      producer: "杭州市",
      province: "浙江省",
    });
    expect(await desk.lines("OrderLine", row)).toMatchObject([
      { LineNo: 1, provid: SUPPLIER, SHOP_ID: SHOP, GoodsName: "商品101-1", cost: 1250n, order_cost: 2500n, picked: false },
      { LineNo: 2, GoodsName: "商品101-2", cost: 1005n, order_cost: 1508n },
    ]);
    expect(await desk.events("Order", id)).toMatchObject([{ action: "create", UsrName: "王思远", fromStt: null, MdlId: 1001 }]);
    expect(await desk.find("TaskState", { entity: "Order", bllid: String(id) })).toMatchObject([{ side: "supplier", taskcount: 1 }]);
  });

  it("changes it: only what was sent, with the old and new values in the history", async () => {
    const { id, rowver } = await create({ contact: "张三" });
    const saved = await desk.save("orders", { id, rowver, fields: { StoreId: "S2", contact: "", secret: "慢" } });
    const row = await desk.row("Order", id);
    expect(saved.rowver).toBe(rowver + 1);
    expect(row).toMatchObject({ StoreId: "S2", StoreName: "门店2", contact: null, secret: "慢", provid: SUPPLIER, rowver: rowver + 1 });
    const [, edited] = await desk.events("Order", id);
    expect(edited).toMatchObject({ action: "edit", reason: "门店编号：S1→S2；门店：门店1→门店2；联系人：张三→空；内部评语已修改" });
  });

  it("writes nothing where nothing changes", async () => {
    const { id, rowver } = await create();
    expect(await desk.save("orders", { id, rowver, fields: { StoreId: "S1" } })).toEqual({ id, rowver });
    expect(await desk.events("Order", id)).toHaveLength(1);
  });

  it("does not take what is emptied for what was not given", async () => {
    const { id } = await create({ contact: "" });
    expect(await desk.row("Order", id)).toMatchObject({ contact: null });
  });

  it("takes a box that is not ticked for a no", async () => {
    const { id, rowver } = await create();
    expect(await desk.row("Order", id)).toMatchObject({ urgent: false });
    await desk.save("orders", { id, rowver, fields: { urgent: "true" } });
    await desk.save("orders", { id, rowver: rowver + 1, fields: { urgent: "" } });
    expect(await desk.row("Order", id)).toMatchObject({ urgent: false });
  });

  it("tells all problems at once, each by its field", async () => {
    const fields = { provid: "", StoreId: "S1", arrivedate: "2025-06-01", email: "x", busdate: "昨天" };
    const lines = { OrderLine: [{ GoodsId: "G1011", amount: "1" }, { amount: "-1" }, { GoodsId: "G1013", amount: "a" }] };
    const { code, message, result } = await refusalOf(desk.save("orders", { fields, lines }));
    expect(code).toBe(400);
    expect(message).toContain("供应商编码不能为空");
    expect(result).toMatchObject({ id: 0, rowver: 0 });
    expect((result as { problems: unknown[] }).problems).toEqual([
      { field: "busdate", message: "业务日期应为日期，如 2025-06-30" },
      { entity: "OrderLine", line: 2, field: "amount", message: "数量应为数字，最多3位小数" },
      { field: "provid", message: "供应商编码不能为空" },
      { field: "email", message: "邮箱不是有效的邮箱地址" },
      { field: "arrivedate", message: "到货日不能早于业务日期" },
      { entity: "OrderLine", line: 1, field: "GoodsId", message: "商品编码不能为空" },
      { entity: "OrderLine", line: 1, field: "amount", message: "数量不能小于0" },
    ]);
  });

  it.each([
    ["SHOP_ID", OTHER_SHOP],
    ["Id", "7"],
    ["Billid", "DD1"],
    ["Statu", "50"],
    ["rowver1", "1"],
    ["creator", "我"],
    ["Provider", "别人"],
    ["order_cost", "1"],
    ["kind", "rush"],
    ["linecount", "1"],
    ["__proto", "1"],
    ["nothing", "1"],
  ])("refuses %s, which is nobody's to write here", async (name, value) => {
    const { code, message } = await refusalOf(create({ [name]: value }));
    expect(code).toBe(400);
    expect(message).toContain(name);
  });

  it.each([
    ["of another shop", { StoreId: "ONLY" }],
    ["that is closed", { StoreId: "S3" }],
    ["that does not exist", { StoreId: "S9" }],
    ["that is closed", { provid: "109" }],
  ])("refuses a reference to a row %s", async (_, fields) => {
    const { code, result } = await refusalOf(create(fields));
    expect(code).toBe(400);
    expect(result).toMatchObject({ problems: [{ field: Object.keys(fields)[0], message: expect.stringContaining("不存在或不能选择") }] });
  });

  it("keeps a reference that was closed meanwhile, and refuses to choose it anew", async () => {
    await desk.put("Store", { StoreId: "OLD", StoreName: "老店" });
    const { id, rowver } = await create({ StoreId: "OLD" });
    await desk.work((store) => store.update(formEntity("Store"), { StoreId: "OLD" }, { statu: 0 }));
    const kept = await desk.save("orders", { id, rowver, fields: { StoreId: "OLD", contact: "李四" } });
    expect(await desk.row("Order", id)).toMatchObject({ StoreId: "OLD", StoreName: "老店", contact: "李四" });
    await desk.save("orders", { id, rowver: kept.rowver, fields: { StoreId: "S1" } });
    expect((await refusalOf(desk.save("orders", { id, rowver: kept.rowver + 1, fields: { StoreId: "OLD" } }))).code).toBe(400);
  });

  it("does not change what is fixed", async () => {
    const { id, rowver } = await create();
    const { code, result } = await refusalOf(desk.save("orders", { id, rowver, fields: { provid: STRANGER } }));
    expect([code, result]).toMatchObject([400, { problems: [{ field: "provid", message: "供应商编码不能修改" }] }]);
    await desk.save("orders", { id, rowver, fields: { provid: SUPPLIER, contact: "x" } });
  });

  it("asks for the version, and answers an old one with the row as it is, who changed it and when", async () => {
    const { id, rowver } = await create();
    expect((await refusalOf(desk.save("orders", { id, fields: { contact: "x" } }))).message).toBe("缺少参数 rowver");
    await desk.save("orders", { id, rowver, fields: { contact: "先来" } }, formViewer("", { userName: "陈晨" }));
    const refusal = await refusalOf(desk.save("orders", { id, rowver, fields: { contact: "后到" } }));
    expect(refusal).toMatchObject({ code: 409, message: "单据状态已变化，请刷新后重试" });
    expect(refusal.result).toMatchObject({
      id,
      rowver: rowver + 1,
      current: { row: { Id: id, contact: "先来", Provider: "供应商101" }, actor: "陈晨", time: "2025-06-30 10:00:00" },
    });
    expect(await desk.row("Order", id)).toMatchObject({ contact: "先来" });
  });

  it("is offered while the document is a draft", async () => {
    const row = await desk.order(["1"]);
    await desk.work((store) => store.update(formEntity("Order"), { Id: row.Id ?? null }, { Statu: 10 }));
    const { code } = await refusalOf(desk.save("orders", { id: Number(row.Id), rowver: Number(row.rowver) + 1, fields: { contact: "x" } }));
    expect(code).toBe(409);
  });

  it("needs right and side", async () => {
    const may = (keys: readonly string[]) => formViewer("", { rights: new Map([[1001, new Set(keys)]]) });
    const { id, rowver } = await create();
    expect((await refusalOf(desk.save("orders", { fields: FormDesk.order() }, may(["query", "edit", "del"])))).code).toBe(403);
    expect((await refusalOf(desk.save("orders", { id, rowver, fields: {} }, may(["query", "add", "del"])))).code).toBe(403);
    expect((await refusalOf(desk.save("orders", { fields: FormDesk.order() }, formViewer(SUPPLIER)))).code).toBe(403);
    expect((await refusalOf(desk.save("quotes", { fields: { title: "x" } }))).code).toBe(403);
    await desk.save("orders", { fields: FormDesk.order() }, may(["add"]));
  });

  it("reaches no row of another shop, page or side", async () => {
    const foreign = await desk.put("Order", { Billid: "DD-x", provid: SUPPLIER, kind: "plain", StoreId: "S1" }, OTHER_SHOP);
    const rush = await desk.put("Order", { Billid: "DD-r", provid: SUPPLIER, kind: "rush", StoreId: "S1" });
    for (const row of [foreign, rush, { Id: 987_654 }]) {
      const refusal = await refusalOf(desk.save("orders", { id: Number(row.Id), rowver: 1, fields: { contact: "x" } }));
      expect(refusal).toMatchObject({ code: 404, message: "数据不存在或无权查看" });
    }
  });

  it("asks the guards about the row with its lines, and then writes nothing", async () => {
    const before = (await desk.find("Order", {})).length;
    const lines = { OrderLine: [{ GoodsId: "G1011", amount: "1000" }] };
    const refusal = await refusalOf(desk.save("orders", { fields: FormDesk.order(), lines }));
    expect(refusal).toMatchObject({ code: 422, message: "订单金额不能超过一万元" });
    const rush = { fields: FormDesk.order({ kind: "rush" }) };
    expect(await refusalOf(desk.save("rush", rush))).toMatchObject({ code: 422, message: "加急订单须有明细" });
    await desk.save("rush", { ...rush, lines: { OrderLine: [{ GoodsId: "G1011", amount: "1" }] } });
    expect(await desk.find("Order", {})).toHaveLength(before + 1);
  });

  it("names the fields of a row that exists already", async () => {
    const store = { StoreId: "NEW", StoreName: "新店", statu: "1" };
    await desk.save("stores", { fields: store });
    expect(await refusalOf(desk.save("stores", { fields: store }))).toMatchObject({ code: 422, message: "门店编号 已存在" });
  });

  it("gives a supplier its own code, and lets it choose what it may refer to", async () => {
    const mine = formViewer(SUPPLIER);
    const { id, rowver } = await desk.save("quotes", { fields: { title: "报价", StoreId: "S1", GoodsId: "G1011" } }, mine);
    expect(await desk.row("Quote", id)).toMatchObject({ provid: SUPPLIER, Provider: "供应商101", SHOP_ID: SHOP, isopen: true });
    expect((await refusalOf(desk.save("quotes", { fields: { title: "x", provid: STRANGER } }, mine))).message).toContain("provid");
    const { code, result } = await refusalOf(desk.save("quotes", { fields: { title: "x", GoodsId: "G1021" } }, mine));
    expect([code, result]).toMatchObject([400, { problems: [{ field: "GoodsId" }] }]);
    expect((await refusalOf(desk.save("quotes", { id, rowver, fields: { title: "x" } }, formViewer(STRANGER)))).code).toBe(404);
  });

  it("answers the same key with the first answer", async () => {
    const request = { fields: FormDesk.order({ contact: "一次" }), idempotencyKey: "save-once" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => desk.save("orders", request)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await desk.find("Order", { contact: "一次" })).toHaveLength(1);
    const other = desk.save("orders", { ...request, fields: FormDesk.order({ contact: "两次" }) });
    expect(await refusalOf(other)).toMatchObject({ code: 422, message: "同一 Idempotency-Key 不能用于不同的请求" });
  });

  it("keeps no key of a saving that was refused", async () => {
    const idempotencyKey = "save-refused";
    await refusalOf(desk.save("orders", { fields: FormDesk.order({ StoreId: "S9" }), idempotencyKey }));
    await desk.save("orders", { fields: FormDesk.order(), idempotencyKey });
  });

  it("loses none of many edits at once", async () => {
    const { id, rowver } = await create({ contact: "0" });
    const edit = async (n: number): Promise<number> => {
      for (let version = rowver, tries = 1; ; tries++) {
        const error = await desk.save("orders", { id, rowver: version, fields: { contact: String(n) } }).then(
          () => null,
          (refused: { code: number; result: { rowver: number } }) => refused,
        );
        if (error === null) return tries;
        expect(error.code).toBe(409);
        version = error.result.rowver;
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => edit(n + 1)));
    expect(await desk.row("Order", id)).toMatchObject({ rowver: rowver + 8 });
    const reasons = (await desk.events("Order", id)).slice(1).map(({ reason }) => String(reason).split("→"));
    expect(reasons).toHaveLength(8);
    for (const [at, [from]] of reasons.entries()) expect(from).toBe(`联系人：${at === 0 ? "0" : reasons[at - 1]?.[1]}`);
  });
});
