import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { read, utils } from "xlsx";
import type { Db } from "../../../src/server/db/connect.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { book } from "./fixtures/books.ts";
import { article, CATEGORIES, csv, GOODS, HEADINGS, Importer, ORDERS } from "./fixtures/importing.ts";

describeEngine("files that are brought in", (open) => {
  let portal: Portal;
  let admin: Importer;
  beforeAll(async () => {
    portal = await openPortal({ open });
    admin = new Importer(portal, await signIn(portal, "admin"));
    await put("Store", { StoreId: "0501", StoreName: "一店", InvTitle: "惠民", TaxNo: "91310000123456789X", statu: 1 });
  });
  const store = <T>(run: (one: ReturnType<typeof sqlStore>) => Promise<T>) =>
    portal.database.kysely.transaction().execute((trx) => run(sqlStore(trx, SHOP)));
  const entityOf = (name: string) => {
    const entity = portal.registry.entities[name];
    if (!entity) throw new Error(`no entity ${name}`);
    return entity;
  };
  const put = (name: string, row: Row) => store((one) => one.insert(entityOf(name), [row]));
  const find = (name: string, match: Row) => store((one) => one.find(entityOf(name), match));
  const goods = async (GoodsId: string) => (await find("Goods", { GoodsId }))[0];
  const file = (...rows: readonly string[][]) => csv([[...HEADINGS], ...rows]);

  it("are read, tried and told cell by cell with the rows of the file; nothing is kept", async () => {
    const rows = [article("P1"), article("P2", { provid: "9999" }), article("P3", { price: "abc" }), article("P1")];
    const { Result } = await admin.upload(GOODS, file(...rows));
    expect(Result).toMatchObject({ state: "ready", rows: 4, file: "数据.csv", page: "商品资料" });
    const preview = await admin.preview(GOODS, Result.run);
    expect(preview).toMatchObject({ total: 4, counts: { created: 1, updated: 0, same: 0, refused: 3 }, hints: [] });
    expect(preview.rows.map(({ line, state }) => [line, state])).toEqual([
      [2, "created"],
      [3, "refused"],
      [4, "refused"],
      [5, "refused"],
    ]);
    expect(preview.rows.map(({ problems }) => problems.map(({ column }) => column))).toEqual([[], ["provid"], ["price"], [null]]);
    expect(preview.rows[3]?.problems[0]?.message).toBe("商品编码与第 2 行重复");
    expect(await goods("P1")).toBeUndefined();
  });

  it("with good rows only: those are written, the others are a file that can be mended and brought again", async () => {
    const ended = await admin.bring(GOODS, file(article("A1"), article("A2", { provid: "9999" }), article("A3", { price: "9.99" })));
    expect(ended).toMatchObject({ state: "done", created: 2, refused: 1, hasProblems: true, mayUndo: true, message: "1 行有问题" });
    expect(await goods("A3")).toMatchObject({ GoodsName: "商品A3", price: 99_900n, creator: "名-admin" });
    const { bytes, name } = await admin.file("BadRows", { mdl: GOODS, run: ended.run });
    expect(name).toBe(`${ended.number}-问题行.xlsx`);
    const sheet = Object.values(read(bytes).Sheets)[0];
    const rows = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1 });
    expect(rows).toEqual([
      [...HEADINGS, "问题"],
      ["A2", "商品A2", "瓶", "9999", "2.50", expect.stringMatching(/^第 3 行：供应商编码.*不存在/)],
    ]);
    const mended = rows.map((row, n) => (n === 0 ? row : row.with(3, "102002")));
    expect(await admin.bring(GOODS, book(mended))).toMatchObject({ state: "done", created: 1, refused: 0 });
    // What is the same is written by nobody; what is there is changed.
    const again = await admin.bring(GOODS, file(article("A1"), article("A2", { provid: "102002", price: "3" })));
    expect(again).toMatchObject({ created: 0, updated: 1, same: 1, refused: 0 });
  });

  it("where all must be good: all that is wrong is told and nothing is written", async () => {
    const refused = await admin.bring(GOODS, file(article("B1"), article("B2", { provid: "9999" }), article("B3", { price: "x" })), "all");
    expect(refused).toMatchObject({ state: "refused", created: 0, refused: 2, mayUndo: false, message: "2 行有问题，没有导入任何数据" });
    expect(await goods("B1")).toBeUndefined();
    expect(await admin.bring(GOODS, file(article("B1"), article("B2")), "all")).toMatchObject({ state: "done", created: 2, message: "" });
  });

  it("of several chunks that must be whole go back where a row is refused after all", async () => {
    const rows = Array.from({ length: 1200 }, (_row, n) => article(`C${n}`));
    await refuseFromTheSecondTime(portal.database.kysely, entityOf("Goods").table, "C1199");
    const ended = await admin.bring(GOODS, file(article("A1", { price: "77" }), ...rows), "all");
    await sql`drop trigger late on ${sql.table(entityOf("Goods").table)}`.execute(portal.database.kysely);
    expect(ended).toMatchObject({
      state: "refused",
      created: 0,
      updated: 0,
      message: "写入时有 1 行出现问题，1 行有问题，没有导入任何数据",
    });
    expect(await goods("C0")).toBeUndefined();
    expect(await goods("A1")).toMatchObject({ price: 25_000n });
    expect(await portal.database.kysely.selectFrom("_import_row").select("seq").where("run", "=", ended.number).execute()).toEqual([]);
  });

  /** Categories below one another, more than one chunk holds; the last is below one that stands in the first chunk, or whatever is given. */
  const categories = (prefix: string, above = `${prefix}0`) => {
    const row = (_row: unknown, n: number) => [`${prefix}${n}`, `品类${n}`, n === 0 ? "" : n === 2500 ? above : `${prefix}0`];
    return csv([["品类编号", "品类", "上级品类"], ...Array.from({ length: 2501 }, row)]);
  };
  const written = async (run: { readonly number: string }) =>
    (await portal.database.kysely.selectFrom("_import_row").select("seq").where("run", "=", run.number).execute()).length;

  it("of rows that refer to those of an earlier chunk are brought in, also where all must be good", async () => {
    expect(await admin.bring(CATEGORIES, categories("L"), "all")).toMatchObject({ state: "done", created: 2501, refused: 0, message: "" });
    expect(await find("Category", { CategoryId: "L2500" })).toMatchObject([{ PrtId: "L0" }]);
  });

  it("of rows that refer to each other go back as a whole, however many a chunk holds, and what is used and stays is counted", async () => {
    const refused = await admin.bring(CATEGORIES, categories("M", "nowhere"), "all");
    expect(refused).toMatchObject({ state: "refused", created: 0, message: "写入时有 1 行出现问题，1 行有问题，没有导入任何数据" });
    expect(await written(refused)).toBe(0);
    expect(await find("Category", { PrtId: "M0" })).toEqual([]);
    await useWhenItGoesBack(portal, "M0");
    const stuck = await admin.bring(CATEGORIES, categories("M", "nowhere"), "all");
    expect(stuck).toMatchObject({
      state: "stuck",
      message: "有数据已被使用，没有退回：品类 M0 品类0 导入后已被修改，1 行有问题，还有 500 条没有退回",
    });
    expect(await written(stuck)).toBe(500);
    expect(await find("Category", { PrtId: "M0" })).toHaveLength(499);
  });

  it("of documents: consecutive rows are one, which is audited where that is asked for, and undone with what followed", async () => {
    const headings = ["订单号", "供应商编码", "门店编号", "商品编码", "订货数量", "进价"];
    const rows = [
      ["PO-1", "102001", "一店", "A1", "10", "1.5"],
      ["PO-1", "102001", "一店", "A3", "5", "2"],
      ["PO-2", "102001", "一店", "A1", "1", "1"],
    ];
    const form = await admin.ask("GetForm", { mdl: ORDERS });
    expect(form.Result.follow).toEqual(["审核"]);
    const ended = await admin.bring(ORDERS, csv([headings, ...rows]), "all", true);
    expect(ended).toMatchObject({ state: "done", created: 3 });
    const [order] = await find("Order", { Billid: "PO-1" });
    expect(order).toMatchObject({ Statu: 10, order_cost: 2500n, auditor: "名-admin" });
    expect(await find("OrderLine", { Billid: "PO-1" })).toHaveLength(2);
    expect(await admin.undo(ORDERS, ended.run)).toMatchObject({ state: "undone" });
    expect(await find("Order", { Billid: "PO-1" })).toEqual([]);
    expect(await find("OrderLine", { Billid: "PO-1" })).toEqual([]);
    expect(await find("TaskState", { entity: "Order", bllid: String(order?.Id) })).toEqual([]);
    const history = await find("EventLog", { entity: "Order", bllid: String(order?.Id) });
    expect(history.map(({ action, reason }) => [action, reason])).toEqual([
      ["create", "导入"],
      ["audit", null],
      ["unaudit", `撤销导入 ${ended.number}`],
      ["delete", `撤销导入 ${ended.number}`],
    ]);
  });

  it("are undone as a whole: new rows go, changed ones are what they were", async () => {
    await admin.bring(GOODS, file(article("U1", { price: "1" }), article("U2", { price: "1" })));
    const before = await goods("U1");
    const ended = await admin.bring(GOODS, file(article("U1", { price: "7", name: "改名" }), article("U3"), article("U2", { price: "1" })));
    expect(ended).toMatchObject({ created: 1, updated: 1, same: 1 });
    expect(await admin.undo(GOODS, ended.run)).toMatchObject({ state: "undone", message: "已撤销", mayUndo: false });
    expect(await goods("U1")).toEqual({ ...before, rowver: expect.any(Number) });
    expect(await goods("U3")).toBeUndefined();
    expect((await admin.ask("Undo", { mdl: GOODS, run: ended.run })).Code).toBe(409);
  });

  it("are not undone once a row was changed or is named, and the first of them are told", async () => {
    const ended = await admin.bring(GOODS, file(article("V1"), article("V2"), article("V3"), article("V4")));
    await store((one) => one.update(entityOf("Goods"), { GoodsId: "V2" }, { spec: "大" }));
    await put("Stock", { StoreId: "0501", GoodsId: "V3", provid: "102001", amount: 1000n });
    const refused = await admin.undo(GOODS, ended.run);
    expect(refused).toMatchObject({ Code: 422, Msg: "不能撤销：商品 V2 商品V2 导入后已被修改；商品 V3 商品V3 已被库存引用" });
    expect(await goods("V1")).toBeDefined();
    expect((await admin.ask("Status", { mdl: GOODS, run: ended.run })).Result).toMatchObject({ state: "done", mayUndo: true });
  });

  it("are told what is wrong with their headings at once, and refused in words where they are no table", async () => {
    const wrong = await admin.upload(GOODS, csv([["商品编码", "商品名称", "商品名称", "颜色", "尺寸"], ["1"]]));
    expect(wrong).toMatchObject({
      status: 200,
      Code: 422,
      Msg: "第 1 行的列名有误：没有这些列：颜色、尺寸；重复的列：商品名称。请下载模板，使用其中的列名",
    });
    expect(await admin.upload(GOODS, Buffer.from("MZ"), "a.xlsx")).toMatchObject({
      status: 200,
      Code: 422,
      Msg: expect.stringMatching(/^不是 Excel/),
    });
    expect(await admin.upload(GOODS, Buffer.from("MZ"), "a.exe")).toMatchObject({ Code: 422, Msg: "只支持 xlsx、xls、csv 文件" });
    expect(await admin.upload(GOODS, csv([[...HEADINGS]]))).toMatchObject({ Code: 422, Msg: "文件中只有列名，没有数据" });
    expect(await admin.upload(GOODS, csv([["商品编码"], ["1", "x"]]))).toMatchObject({
      Code: 422,
      Msg: "第 2 行 B 列有内容，但该列没有列名",
    });
    expect(await admin.upload(GOODS, Buffer.alloc(33 * 1024 * 1024, "a"))).toMatchObject({
      Code: 422,
      Msg: expect.stringMatching(/^文件不能超过 32 MB/),
    });
  });

  it("may have a title above, columns in any order and by their names, and leave out what only new rows need", async () => {
    const bytes = book([["惠民超市商品价格表"], [], ["售价*", "GoodsId"], ["8.88", "A1"], ["1", "new"]]);
    const { Result } = await admin.upload(GOODS, bytes, "价格.xlsx");
    const preview = await admin.preview(GOODS, Result.run);
    expect(preview.hints).toEqual(["文件中没有必填的列：商品名称、单位、供应商编码。已有的数据可以修改，新增的行会被拒绝。"]);
    expect(preview.rows.map(({ line, state }) => [line, state])).toEqual([
      [4, "updated"],
      [5, "refused"],
    ]);
  });

  it("have a template with choices and an explanation, which can be filled in and read", async () => {
    const { bytes, name } = await admin.file("Template", { mdl: GOODS });
    expect(name).toBe("商品资料-导入模板.xlsx");
    const template = read(bytes);
    expect(template.SheetNames).toEqual(["商品", "选项", "说明"]);
    const table = (sheet: string) => utils.sheet_to_json<string[]>(template.Sheets[sheet] ?? {}, { header: 1 });
    expect(table("商品")[0]?.slice(0, 3)).toEqual(["商品编码*", "条码", "商品名称*"]);
    expect(table("选项")).toContainEqual(["经销", "在售"]);
    const [heads = [], ...explained] = table("说明");
    expect(heads).toEqual(["列名", "字段", "必填", "识别已有数据", "可修改", "填写", "示例", "说明"]);
    expect(explained[0]?.slice(0, 4)).toEqual(["商品编码", "GoodsId", "是", "是"]);
    const text = await admin.file("Template", { mdl: GOODS, format: "csv" });
    expect(text.bytes.toString().startsWith("\ufeff商品编码*,条码,")).toBe(true);
    const filled = [[...(table("商品")[0] ?? [])], ["T1", "", "模板商品", "", "瓶", "", "", "102001", "经销", "13%", "1", "2", "", "在售"]];
    expect(await admin.bring(GOODS, book(filled))).toMatchObject({ state: "done", created: 1 });
    expect(await goods("T1")).toMatchObject({ OperMode: 1, taxRate: 130_000n, statu: 1 });
  });

  it("are refused no row for meeting the tables of the next model: what is left is brought in with that one", async () => {
    const { kysely } = portal.database;
    const { Result } = await admin.upload(GOODS, file(article("N1"), article("N2")));
    portal.beginChange();
    await sql`alter table goods rename column "GoodsName" to "Called"`.execute(kysely);
    expect((await admin.ask("Start", { mdl: GOODS, run: Result.run, mode: "good" })).Code).toBe(200);
    await expect.poll(() => portal.log.join("")).toContain("does not exist");
    await sql`alter table goods rename column "Called" to "GoodsName"`.execute(kysely);
    // Another version, as any model that changes tables is.
    portal.changeRegistry({ ...portal.registry, version: "next" });
    // Whoever begins another wakes what is left.
    await admin.bring(GOODS, file(article("N3")));
    expect(await admin.settled(GOODS, Result.run)).toMatchObject({ state: "done", created: 2, refused: 0 });
    expect(await goods("N2")).toMatchObject({ GoodsName: "商品N2" });
    portal.changeRegistry(portal.registry);
  });

  it("are begun once, however often it is asked for", async () => {
    const { Result } = await admin.upload(GOODS, file(article("K1")));
    const key = { "idempotency-key": "begin-1" };
    const begin = () => admin.ask("Start", { mdl: GOODS, run: Result.run, mode: "good" }, key);
    expect([(await begin()).Code, (await begin()).Code]).toEqual([200, 200]);
    await admin.settled(GOODS, Result.run);
    expect((await admin.ask("Start", { mdl: GOODS, run: Result.run, mode: "good" })).Code).toBe(409);
    const jobs = await portal.database.kysely
      .selectFrom("_job")
      .select("id")
      .where("params", "=", JSON.stringify({ run: Result.run }))
      .execute();
    expect(jobs).toHaveLength(1);
  });
});

/** The first time an article of this code is written is the trial: somebody takes its place before the second. */
async function refuseFromTheSecondTime(db: Db, table: string, GoodsId: string): Promise<void> {
  await sql`create sequence late_times`.execute(db);
  await sql`grant usage on sequence late_times to public`.execute(db);
  await sql`create function late() returns trigger language plpgsql as $$
    begin
      if new."GoodsId" = ${sql.lit(GoodsId)} and nextval('late_times') > 1 then raise exception 'late' using errcode = '23514'; end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger late before insert on ${sql.table(table)} for each row execute function late()`.execute(db);
}

/** Somebody changes a category as soon as the run that wrote it goes back. */
async function useWhenItGoesBack({ registry, database }: Portal, CategoryId: string): Promise<void> {
  const [category, runs] = ["Category", "ImportRun"].map((name) => sql.table(registry.entities[name]?.table ?? ""));
  await sql`create function used() returns trigger language plpgsql as $$
    begin
      update ${category} set rowver = coalesce(rowver, 0) + 1 where "CategoryId" = ${sql.lit(CategoryId)};
      return new;
    end $$`.execute(database.kysely);
  await sql`create trigger used after update on ${runs} for each row
    when (new.phase = 'back' and old.phase is distinct from 'back') execute function used()`.execute(database.kysely);
}
