import { expectTypeOf, test } from "vitest";
import { isOneOf } from "../../../src/server/base/codes.ts";
import type { EffectContext } from "../../../src/server/engine/effects/effect.ts";
import type { Store } from "../../../src/server/engine/store/store.ts";
import type { EntityOf, FieldsOf, PatchOf, RowOf, RowWith, TransitionName } from "../../../src/server/engine/store/typed-rows.ts";
import { type BalancePayRow, PayBillStatus, ReconcileStatus } from "../../../src/server/generated/entities.ts";
import type { Cell, Row } from "../../../src/shared/domain/cell.ts";
import type { Entity } from "../../../src/shared/registry/model.ts";

/** What `tsc` holds of these; a directive whose mistake is none fails, too. */
type Bill = EntityOf<"BalancePay">;

test("a row has the fields of its entity, empty where the column may be", () => {
  expectTypeOf<RowOf<"BalancePay">>().toEqualTypeOf<BalancePayRow>();
  expectTypeOf<BalancePayRow["Id"]>().toEqualTypeOf<number>();
  expectTypeOf<BalancePayRow["Bala_sum"]>().toEqualTypeOf<bigint | null>();
  expectTypeOf<BalancePayRow["Statu"]>().toEqualTypeOf<PayBillStatus | null>();
  expectTypeOf<BalancePayRow["Isstop"]>().toEqualTypeOf<boolean>();
  expectTypeOf<BalancePayRow["attachside"]>().toEqualTypeOf<"shop" | "supplier" | null>();
  expectTypeOf<RowWith<"BalancePay", "approved">["approved"]>().toEqualTypeOf<bigint | null>();
  expectTypeOf<BalancePayRow>().not.toHaveProperty("approved");
});

test("a row of a known entity is one of an unknown entity, too", () => {
  expectTypeOf<BalancePayRow>().toExtend<Row>();
  expectTypeOf<Bill>().toExtend<Entity>();
  expectTypeOf<EffectContext<"BalancePay">>().toExtend<EffectContext>();
  expectTypeOf<RowOf<string>>().toEqualTypeOf<Row>();
});

test("codes are neither numbers nor codes of other lists", () => {
  expectTypeOf(PayBillStatus.paid).toExtend<number>();
  expectTypeOf(PayBillStatus.paid).toExtend<PayBillStatus>();
  expectTypeOf<50>().not.toExtend<PayBillStatus>();
  expectTypeOf(ReconcileStatus.confirmed).not.toExtend<PayBillStatus>();
  expectTypeOf<{ Statu: 50 }>().not.toExtend<FieldsOf<"BalancePay">>();
  expectTypeOf(isOneOf<PayBillStatus>)
    .parameter(1)
    .toEqualTypeOf<readonly PayBillStatus[]>();
});

test("numbers and amounts can be added to, codes cannot", () => {
  expectTypeOf<{ Bala_sum: { plus: bigint } }>().toExtend<PatchOf<"BalancePay">>();
  expectTypeOf<{ Statu: { plus: number } }>().not.toExtend<PatchOf<"BalancePay">>();
});

test("transitions go by the entity's names; of several entities by those that all have", () => {
  expectTypeOf<"bankpaid">().toExtend<TransitionName<"BalancePay">>();
  expectTypeOf<"bankpayd">().not.toExtend<TransitionName<"BalancePay">>();
  expectTypeOf<TransitionName<"InvoiceApply" | "Voucher">>().toEqualTypeOf<"finish" | "reopen">();
  expectTypeOf<TransitionName<"BalancePay" | "BalancePayFath">>().not.toExtend<"confirm">();
  expectTypeOf<TransitionName<string>>().toEqualTypeOf<string>();
});

test("the store takes and gives the rows of the entity it is given", () => {
  // Compiled, never called.
  const uses = [
    async (store: Store, bills: Bill) => {
      const [bill] = await store.find(bills, { Statu: PayBillStatus.toPay });
      expectTypeOf(bill).toEqualTypeOf<BalancePayRow | undefined>();
      // @ts-expect-error a bill has no such field
      await store.find(bills, { Status: PayBillStatus.toPay });
      // @ts-expect-error a number is no code
      await store.update(bills, { Id: 1 }, { Statu: 20 });
      // @ts-expect-error an amount is no text
      await store.insert(bills, [{ Bala_sum: "1.00" }]);
    },
    async ({ runAsSystem }: EffectContext, bills: Bill) => {
      await runAsSystem(bills, "mergedpay", 1);
      // @ts-expect-error a bill has no such transition
      await runAsSystem(bills, "mergepay", 1);
    },
    async (store: Store, any: Entity) => {
      const [row] = await store.find(any, { whatever: 1 });
      expectTypeOf(row?.whatever).toEqualTypeOf<Cell | undefined>();
    },
  ];
  expectTypeOf(uses).toBeArray();
});
