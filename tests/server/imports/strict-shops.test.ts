import { beforeAll, expect, it } from "vitest";
import { type Answer, signIn } from "../app/fixtures/portal.ts";
import { SHOP } from "../app/fixtures/world.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { type KeyedWorld, openKeyedWorld } from "../keyed/fixtures/keyed-world.ts";
import { sendArray } from "../keyed/fixtures/send-in.ts";
import { csv, Importer } from "./fixtures/importing.ts";

const SUPPLIERS = 104;
const CONTRACTS = 105;
const TAX_NO = "91DEMO0000000PROV1";
const ACCOUNT = "6222000011112222";
/** New documents go through what may follow. */
const THEN = "then";
const OWN_DEED = expect.stringMatching(/^职责须分开（录入合同 × 审核合同）：您已于 .* 做过“新增”，不能再由您办理“审核”/);

// Where a second person must agree, many rows at once are no way round him (docs/decisions/93, 98, 110).
describeEngine("in a shop that wants a second person", (open) => {
  let world: KeyedWorld;
  let admin: Importer;
  let key: string;
  beforeAll(async () => {
    world = await openKeyedWorld(open);
    admin = new Importer(world, await signIn(world, "admin"));
    key = await world.newKey("104.in,105.in,105.submit,105.audit", { rate: "6000" });
  });
  const suppliers = () =>
    world.database.kysely.selectFrom("provider").select(["provid", "BankAcct"]).where("SHOP_ID", "=", SHOP).orderBy("provid").execute();
  const contracts = async () => {
    const rows = await world.database.kysely.selectFrom("contract").select(["ContractNo", "Statu"]).orderBy("ContractNo").execute();
    return rows.map(({ ContractNo, Statu }) => [ContractNo, Number(Statu)]);
  };
  const ends = ({ Result }: Answer) =>
    Result.rows.map(({ state, problems = [] }: { state: string; problems?: readonly { readonly column: string | null }[] }) => [
      state,
      ...problems.map(({ column }) => column),
    ]);
  const contract = (ContractNo: string) => ({
    ...{ ContractNo, ContractName: ContractNo, busdate: "2025-06-30", provid: "102001", OperMode: 1 },
    ...{ startdate: "2025-06-30", enddate: "2026-06-29", settleCycle: 2, settleDays: 15, taxRate: 0.13 },
  });

  it("no file brings an account of a supplier, one that is there or a new one: the file has no such column", async () => {
    const before = await suppliers();
    const rows = (more: readonly string[]) => ["102001", "102077"].map((id) => [id, `供应商${id}`, "经销", TAX_NO, "30", ...more]);
    const headings = ["供应商编码", "供应商名称", "经营方式", "税号", "账期天数"];
    expect(await admin.upload(SUPPLIERS, csv([[...headings, "开户行", "收款账号"], ...rows(["示例银行", ACCOUNT])]))).toMatchObject({
      Code: 422,
      Msg: expect.stringContaining("没有这些列：开户行、收款账号"),
    });
    expect(await suppliers()).toEqual(before);
    expect(await admin.bring(SUPPLIERS, csv([headings, ...rows([])]))).toMatchObject({ state: "done", refused: 0, created: 1 });
    expect((await suppliers()).filter(({ BankAcct }) => BankAcct !== null)).toEqual([]);
  });

  it("nor does the interface: each of its cells is refused, and nothing of the row is written", async () => {
    const account = { BankName: "示例银行", BankAcct: ACCOUNT };
    const fresh = { Provider: "新供应商", OperMode: 1, TaxNo: TAX_NO, settleDays: 30 };
    const sent = [
      { provid: "102001", contact: "林静", ...account },
      { ...fresh, provid: "102078", ...account },
      { ...fresh, provid: "102079" },
    ];
    const answer = await sendArray(world, key, "Provider", "accounts", sent);
    expect(ends(answer)).toEqual([["refused", "BankName", "BankAcct"], ["refused", "BankName", "BankAcct"], ["created"]]);
    const there = (await suppliers()).map(({ provid }) => provid);
    expect([there.includes("102078"), there.includes("102079")]).toEqual([false, true]);
    expect(await world.database.kysely.selectFrom("provider").select("Id").where("contact", "=", "林静").execute()).toEqual([]);
    expect(await world.database.kysely.selectFrom("payee_account").select("Id").execute()).toEqual([]);
  });

  it("contracts that one person brings in as approved are none of them approved, nor there", async () => {
    const headings = ["合同号", "合同名称", "供应商编码", "经营方式", "开始日期", "结束日期", "结算周期", "账期天数", "税率"];
    const rows = ["B1", "B2"].map((no) => [no, no, "102001", "经销", "2025-06-30", "2026-06-29", "月结", "15", "13%"]);
    const file = csv([headings, ...rows]);
    expect(await admin.bring(CONTRACTS, file, "good", true)).toMatchObject({ state: "refused", created: 0, refused: 2 });
    const { Result } = await sendArray(world, key, "Contract", "approved", [contract("A1")], { [THEN]: "true" });
    expect(Result.rows).toMatchObject([{ state: "refused", problems: [{ column: null, message: OWN_DEED }] }]);
    expect(await contracts()).toEqual([]);
    // As what they are before anybody has looked they come in; whoever brought them in does not approve them afterwards either.
    expect(await admin.bring(CONTRACTS, file)).toMatchObject({ state: "done", created: 2 });
    expect(ends(await sendArray(world, key, "Contract", "entered", [contract("A1")]))).toEqual([["created"]]);
    const made = await world.database.kysely.selectFrom("contract").select("Id").execute();
    for (const { Id } of made) {
      const act = (action: string) => world.as("admin", `Module/${CONTRACTS}/Action`, { action, ids: String(Id) });
      expect(await act("submit")).toMatchObject({ Code: 200 });
      expect(await act("audit")).toMatchObject({ Code: 422, Msg: OWN_DEED });
    }
    expect(await contracts()).toEqual([
      ["A1", 10],
      ["B1", 10],
      ["B2", 10],
    ]);
  });
});
