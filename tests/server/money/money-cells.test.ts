/*
 * Long on purpose: one family of documents, the ways somebody may have a hand in it, and the cells that must refuse him.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { envOf, profileOf, registryOf } from "../../../src/server/base/viewer.ts";
import type { Work } from "../../../src/server/engine/effects/effect.ts";
import { refusalNow, runTransition } from "../../../src/server/engine/run-transition.ts";
import type { Store } from "../../../src/server/engine/store/store.ts";
import { updateInfo } from "../../../src/server/features/payments/update-info.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { ApiError } from "../../../src/shared/protocol/envelope.ts";
import type { Entity, Transition } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP as PLAIN, SUPPLIER } from "../flows/fixtures/desk.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { APPROVING, openShop, page, STRICT, user } from "./fixtures/bills.ts";

/** The plain profile is tried as well, and every deed in a shop that approves. */
const IS_LONG = process.env.TEST_LONG === "all";
const OVER = 1_000_000_01n;
const ACCOUNT = "62000002";
const OTHER = "62000003";
const MINUTE = 60_000;

/** Sealed as well, and no documents of money: terms, and who acts for whom. Their duties: taxes.test.ts, ../rights/delegates.test.ts. */
const TERMS = ["Contract", "Delegation"];

/** Documents whose every field that money depends on is sealed, and which people move: what this test is about. */
const MONEY = Object.values(registry.entities).filter(
  ({ name, sealed, transitions }) =>
    sealed.length > 0 && !TERMS.includes(name) && Object.values(transitions).some(({ by }) => by.includes("shop")),
);

/** One family of documents: a bill, a merged one with its own bill, and what belongs to them. */
const FAMILY: Readonly<Record<string, readonly Row[]>> = {
  Balance: ["1", "2"].map((n) => ({
    Billid: `JS${n}`,
    PayBillid: `FK${n}`,
    TotalMoney: OVER,
    Bala_sum: OVER,
    GoodsMoney: OVER,
    B2b_statu: 50,
    Statu: 20,
  })),
  BalancePayFath: [{ Billid: "HB1", BankAcct: ACCOUNT }],
  BalancePay: ["1", "2"].map((n) => ({
    Billid: `FK${n}`,
    BalaBillid: `JS${n}`,
    TotalMoney: OVER,
    Bala_sum: OVER,
    BankName: "示例银行",
    BankAcct: ACCOUNT,
    attachurl: "/uploads/a/a.png",
    attachside: "shop",
    Statu: 20,
    ...(n === "2" && { FathId: "HB1" }),
  })),
  PayApply: [{ Billid: "SQ1", ApplyType: "balance", BalaBillid: "JS1", PayBillid: "FK1", applyMoney: OVER, applyside: "shop" }],
  PayRecord: [{ Billid: "FK1", transid: "T1", Pay_sum: OVER, Operate: 1, Sign: -1, result: 0 }],
  AuditRule: [{ MdlId: 509, NodeNo: 1, NodeName: "初审", GroupId: "g", minMoney: 0n, statu: 1 }],
  PayOrder: [{ Billid: "ZF1" }],
  Provider: [],
  PayEntry: [{ Billid: "SF1", EntryKind: "part", PayBillid: "FK1", amount: 100n, paydate: "2025-06-30", reason: "部分付款" }],
  PayConfig: [{ PayWay: 2, channelName: "渠道", merchantNo: "M1", minMoney: 0n, sortno: 1, statu: 1 }],
  TaxInvoice: [
    {
      ...{
        BalaBillid: "JS1",
        InvType: 3,
        Number: "25000000000000000001",
        InvDate: "2025-06-29",
        ImgUrl: "/uploads/a/a.png",
        InvoiceStt: -1,
      },
      ...{ netMoney: 100n, taxMoney: 0n, TotalMoney: 100n, taxRate: 0n },
    },
  ],
  FeeBill: [{ Billid: "FY1", FeeKind: "bill", FeeItem: "陈列费", FeeName: "端架", FeeMoney: 100n, taxRate: 0n, deductWay: 2, Statu: 0 }],
  FeeInvoice: [{ Billid: "FP1", FeeBillid: "FY1", taxRate: 0n, netMoney: 100n, taxMoney: 0n, TotalMoney: 100n }],
  CostAdjust: [{ Billid: "CB1", AdjustType: 1, reason: "差价", DifMoney: 100n }],
  ChangeApply: [
    {
      ...{ Billid: "BG1", ApplyKind: "info", ApplyType: 5, fieldName: "payeeAdd", applyside: "shop" },
      ...{ newValue: ACCOUNT, newBank: "示例银行" },
    },
  ],
};

/** What an approval of payments is about. */
const APPROVED_OF: ReadonlySet<string> = new Set(["PayApply", "BalancePay"]);

/** What refuses somebody because of what he has done himself. */
const OWN = /职责须分开|自己|另一人|您已将该单/;

const APPLICATION_PAIRS = ["create", "edit"].map((earlier) => `ChangeApply.${earlier} > ChangeApply.audit`);
const FIELD_PAIRS = [
  "PayApply.edit > PayApply.audit",
  ...["create", "submit"].flatMap((earlier) => ["audit", "reject"].map((later) => `PayApply.${earlier} > PayApply.${later}`)),
];
const PAYING = ["BalancePay.pay", "BalancePay.bankpay", "BalancePayFath.pay", "BalancePayFath.bankpay"];
const BEFORE_PAYING = ["Balance.confirm", "Balance.recheck", "BalancePay.confirm", "ChangeApply.submit", "ChangeApply.audit"];
const STRICT_PAIRS = [
  ...[...BEFORE_PAYING, "ChangeApply.create", "ChangeApply.edit"].flatMap((earlier) => PAYING.map((later) => `${earlier} > ${later}`)),
  ...PAYING.slice(0, 2).flatMap((earlier) => BEFORE_PAYING.map((later) => `${earlier} > ${later}`)),
  "ChangeApply.submit > ChangeApply.audit",
  "ChangeApply.audit > ChangeApply.submit",
  "PayEntry.submit > PayEntry.post",
  "PayOrder.askreverse > PayOrder.reverse",
  "BalancePay.bankpay > BalancePay.detach",
];

class Undone extends Error {}

// Every deed of money × what went before it or has changed meanwhile: a cell that is refused and should not be, or the other way, fails.
describeEngine("cells of money", (open) => {
  let desk: Desk;
  const rows = new Map<string, Map<string, Row[]>>();
  beforeAll(async () => {
    desk = await Desk.open(open);
    for (const shopId of [STRICT, APPROVING]) await openShop(desk, shopId);
    for (const shopId of [STRICT, APPROVING, PLAIN]) {
      const made = new Map<string, Row[]>();
      for (const [name, all] of Object.entries(FAMILY)) {
        const { supplierField } = entityIn(shopId, name);
        const party = supplierField === null ? {} : { provid: SUPPLIER };
        const put = await Promise.all(all.map((row) => desk.put(name, { ...party, ...row }, shopId)));
        made.set(name, name === "Provider" ? [...(await desk.find(name, { provid: SUPPLIER }, shopId))] : put);
      }
      if (shopId === APPROVING) {
        // Granted in full, so that nothing but the duties stands in anybody's way.
        await desk.put("PayApply", { provid: SUPPLIER, ...FAMILY.PayApply?.[0], Billid: "SQ2", approvedMoney: OVER, stt: 50 }, shopId);
      }
      for (const BankAcct of [ACCOUNT, OTHER])
        await desk.put(
          "PayeeAccount",
          { provid: SUPPLIER, BankName: "示例银行", BankAcct, isExtra: BankAcct === OTHER, Statu: 50 },
          shopId,
        );
      rows.set(shopId, made);
    }
  });

  const entityIn = (shopId: string, name: string): Entity => {
    const found = registryOf(registry, shopId).entities[name];
    if (!found) throw new Error(`no entity ${name}`);
    return found;
  };
  const rowsIn = (shopId: string, name: string) => rows.get(shopId)?.get(name) ?? [];
  /** What users of the shop do to documents of money. */
  const deedsIn = (shopId: string) =>
    MONEY.flatMap(({ name }) =>
      Object.values(entityIn(shopId, name).transitions)
        .filter(({ by }) => by.includes("shop"))
        .map((transition) => ({ name, transition })),
    );
  const work = (shopId: string): Work => {
    const as = user(shopId);
    const env = envOf(registry, as, { id: 503 }, NOW);
    const functions = new Set(Object.values(profileOf(registry, shopId).modules).flatMap((module) => module.functions));
    const actor = { kind: "shop", userId: as.userId, userName: as.userName } as const;
    return {
      registry: registryOf(registry, shopId),
      actor,
      env: { ...env, functions },
      now: NOW,
      reason: "原因",
      reqkey: "k",
      moduleId: 503,
      viewer: as,
    };
  };

  /** Why the transition is refused, from any of the states it leaves, after `before`; everything is undone. Empty: it goes. */
  async function refusals(shopId: string, name: string, transition: Transition, before: (store: Store) => Promise<object>) {
    const found: string[] = [];
    const [row] = rowsIn(shopId, name);
    for (const from of transition.from) {
      const attempt = desk.work(async (store) => {
        await store.update<string>(entityIn(shopId, name), { Id: row?.Id ?? null }, { [transition.field]: from });
        const more = await before(store);
        await runTransition(store, { ...work(shopId), entity: entityIn(shopId, name), transition, id: Number(row?.Id), ...more });
        throw new Undone();
      }, shopId);
      const error: unknown = await attempt.catch((caught: unknown) => caught);
      if (error instanceof ApiError) found.push(error.message);
      else if (!(error instanceof Undone)) throw error;
    }
    return found;
  }

  /** Fields that keep who did it. */
  function keptBy(shopId: string, name: string, action: string): string[] {
    const { transitions, fields } = entityIn(shopId, name);
    const isActor = (value: unknown) => JSON.stringify(value) === '{"actor":"USER_ID"}';
    const sets = (transitions[action]?.effects ?? []).flatMap((effect) => (effect.kind === "set" ? Object.entries(effect.set) : []));
    const opened = action === "create" ? Object.values(fields).filter(({ opening }) => isActor(opening)) : [];
    return [...sets.flatMap(([field, value]) => (isActor(value) ? [field] : [])), ...opened.map((field) => field.name)];
  }

  /** Each deed was done to every document of the family, by somebody of his own. */
  const doneBy = (name: string, action: string) => `${name}.${action}`;
  const logDeeds = (shopId: string, deeds: readonly { readonly name: string; readonly action: string }[]) =>
    desk.work(async (store) => {
      for (const { name, action } of deeds) {
        const about = { entity: name, action, USER_ID: doneBy(name, action), createtime: "2025-06-29 10:00:00" };
        const events = rowsIn(shopId, name).map(({ Id }) => ({ ...about, bllid: String(Id) }));
        await store.insert<string>(entityIn(shopId, "EventLog"), events);
      }
    }, shopId);
  /** What the transition says to who has done the other before: asked, and run where only its effects would tell. */
  async function toWhoDid(
    shopId: string,
    earlier: { readonly name: string; readonly action: string },
    name: string,
    transition: Transition,
  ) {
    const userId = doneBy(earlier.name, earlier.action);
    const as = work(shopId);
    const own = { ...as, actor: { ...as.actor, userId }, env: { ...as.env, actor: { ...as.env.actor, USER_ID: userId } } };
    const kept = keptBy(shopId, earlier.name, earlier.action);
    if (name === "BalancePayFath" || (kept.length > 0 && earlier.name === name))
      return refusals(shopId, name, transition, async (store) => {
        const values = Object.fromEntries(kept.map((field) => [field, userId]));
        if (kept.length > 0)
          for (const { Id = null } of rowsIn(shopId, earlier.name))
            await store.update<string>(entityIn(shopId, earlier.name), { Id }, values);
        return own;
      });
    const [row] = rowsIn(shopId, name);
    return desk.work(async (store) => {
      const refused = await refusalNow(store, { ...own, entity: entityIn(shopId, name), transition, id: Number(row?.Id) });
      return refused === null ? [] : [refused.message];
    }, shopId);
  }

  it("are about every document of money", () => {
    expect(MONEY.map(({ name }) => name).filter((name) => FAMILY[name] === undefined)).toEqual([]);
  });

  describe("the same person twice", () => {
    it.each([
      ["the strict profile", STRICT, [...APPLICATION_PAIRS, ...FIELD_PAIRS, ...STRICT_PAIRS]] as const,
      ["the approving profile", APPROVING, [...APPLICATION_PAIRS, ...FIELD_PAIRS, ...STRICT_PAIRS]] as const,
      ...(IS_LONG ? [["the plain profile", PLAIN, [...APPLICATION_PAIRS, ...FIELD_PAIRS]] as const] : []),
    ])("is refused in %s where it must be, and nowhere else", async (_profile, shopId, expected) => {
      const all = deedsIn(shopId);
      const isTried = (name: string) => IS_LONG || shopId !== APPROVING || APPROVED_OF.has(name);
      const deeds = all.filter(({ name }) => isTried(name));
      const written = ["PayApply", "ChangeApply"].flatMap((name) => ["create", "edit"].map((action) => ({ name, action })));
      const earlier = [...all.map(({ name, transition }) => ({ name, action: transition.name })), ...written];
      await logDeeds(shopId, earlier);
      const cells: string[] = [];
      for (const { name, transition } of deeds) {
        const [row] = rowsIn(shopId, name);
        // There bills are paid by their invoices, and a statement that has some stays as it is.
        if (shopId === APPROVING)
          await desk.patch("Balance", { provid: SUPPLIER }, { Sum_invoice: name === "Balance" ? 0n : OVER }, shopId);
        await desk.patch(name, { Id: row?.Id ?? null }, { [transition.field]: transition.from.at(-1) ?? null }, shopId);
        for (const one of earlier) {
          const messages = await toWhoDid(shopId, one, name, transition);
          if (messages.some((message) => OWN.test(message))) cells.push(`${one.name}.${one.action} > ${name}.${transition.name}`);
        }
        await desk.patch(name, { Id: row?.Id ?? null }, { [transition.field]: row?.[transition.field] ?? null }, shopId);
      }
      expect(cells.sort()).toEqual(expected.filter((cell) => isTried(/> (\w+)/.exec(cell)?.[1] ?? "")).sort());
    });
  });

  it("changed since it was looked at: every deed is refused", async () => {
    const going: string[] = [];
    for (const shopId of [STRICT, PLAIN])
      for (const { name, transition } of deedsIn(shopId)) {
        const messages = await refusals(shopId, name, transition, async () => ({ rowver: 99 }));
        const isRefused = messages.length === transition.from.length;
        if (!isRefused || !messages.includes(registry.messages.STALE)) going.push(`${name}.${transition.name}`);
      }
    expect(going).toEqual([]);
  });

  it("changed between approval and payment: nothing is confirmed, merged or paid", async () => {
    const [bill] = rowsIn(APPROVING, "BalancePay");
    const [application] = rowsIn(APPROVING, "PayApply");
    const changes = { PayWay: "3", BankAcct: OTHER, BankName: "广东 示例银行", planpaydate: "2025-07-09", Remark: "另" };
    const cells: string[] = [];
    const cellsOf = async (field: string) => {
      for (const transition of Object.values(entityIn(APPROVING, "BalancePay").transitions).filter(({ by }) => by.includes("shop"))) {
        const messages = await refusals(APPROVING, "BalancePay", transition, async () => ({}));
        if (messages.includes(registry.messages.NOAPPR ?? "")) cells.push(`${field} > ${transition.name}`);
      }
    };
    const grant = async (values: Row) => {
      await desk.patch("PayApply", { Id: application?.Id ?? null }, { stt: 50, approvedMoney: OVER }, APPROVING);
      await desk.patch("BalancePay", { Id: bill?.Id ?? null }, { reapprove: false, ...values }, APPROVING);
    };
    const change = (params: Readonly<Record<string, string>>) => {
      const request = { id: Number(bill?.Id), rowver: undefined, params, idempotencyKey: undefined };
      return updateInfo(desk.as(user(APPROVING)), page(503, APPROVING), request);
    };
    for (const [field, value] of Object.entries(changes)) {
      await grant({ PayWay: 1, BankAcct: ACCOUNT, BankName: "示例银行" });
      await change({ [field]: value, ...(field === "BankAcct" && { BankName: "示例银行" }) });
      await cellsOf(field);
    }
    // The amount is nobody's to change: what is sent of it is not looked at.
    const before = await desk.row("BalancePay", Number(bill?.Id), APPROVING);
    await change({ Bala_sum: "1.00", TotalMoney: "1.00", Remark: "少付" });
    const { Bala_sum, TotalMoney } = await desk.row("BalancePay", Number(bill?.Id), APPROVING);
    expect([Bala_sum, TotalMoney]).toEqual([before.Bala_sum, before.TotalMoney]);
    // Of one that has come to more than was granted finance confirms nothing.
    await grant({ Bala_sum: OVER + 1n });
    await cellsOf("Bala_sum");
    const must = ["PayWay", "BankAcct", "BankName"].flatMap((field) =>
      ["bankpay", "confirm", "merge", "pay"].map((name) => `${field} > ${name}`),
    );
    must.push("Bala_sum > confirm");
    expect(cells.sort()).toEqual(must.sort());
  });

  it("a waiting time that is not over, or was over and ended: the bank gets nothing, and by its end it does", async () => {
    const times = { before: NOW.getTime() - MINUTE, after: NOW.getTime() + MINUTE };
    const at = (time: number) => new Date(time + 8 * 60 * MINUTE).toISOString().slice(0, 19).replace("T", " ");
    const kinds = {
      waiting: [20, times.after],
      over: [20, times.before],
      effective: [50, times.before],
      stopped: [60, times.before],
      withdrawn: [-1, times.after],
    } as const;
    const cells: string[] = [];
    for (const [kind, [Statu, time]] of Object.entries(kinds))
      for (const { name, transition } of deedsIn(STRICT).filter(({ name }) => name.startsWith("BalancePay"))) {
        const messages = await refusals(STRICT, name, transition, async (store) => {
          const account = { provid: SUPPLIER, BankName: "示例银行", BankAcct: "62000099", isExtra: true, Statu, effecttime: at(time) };
          await store.insert<string>(entityIn(STRICT, "PayeeAccount"), [account]);
          for (const { Id = null } of rowsIn(STRICT, "BalancePay"))
            await store.update<string>(entityIn(STRICT, "BalancePay"), { Id }, { BankAcct: "62000099", PayWay: 2 });
          for (const { Id = null } of rowsIn(STRICT, "BalancePayFath"))
            await store.update<string>(entityIn(STRICT, "BalancePayFath"), { Id }, { BankAcct: "62000099", PayWay: 2 });
          return {};
        });
        if (messages.some((message) => /62000099/.test(message))) cells.push(`${kind} > ${name}.${transition.name}`);
      }
    const banks = ["BalancePay.bankpay", "BalancePayFath.bankpay"];
    expect(cells.sort()).toEqual(["stopped", "waiting", "withdrawn"].flatMap((kind) => banks.map((bank) => `${kind} > ${bank}`)).sort());
  });
});
