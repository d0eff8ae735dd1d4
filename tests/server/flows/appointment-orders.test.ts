import { beforeAll, expect, it } from "vitest";
import { saveRow } from "../../../src/server/engine/save/save-row.ts";
import { formOptions } from "../../../src/server/screens/form-options.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, STRANGER, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { module } from "./fixtures/real-registry.ts";

const TODAY = "2025-06-30";
const STORE = "0501";

/** What keeps an order from being named by a delivery appointment (docs/decisions/109). */
const UNFIT: Readonly<Record<string, Row>> = {
  "of another supplier": { provid: STRANGER },
  "for another store": { StoreId: "0502" },
  "not audited yet": { Statu: 0 },
  closed: { isclose: true },
  "received in full": { accept_amou: 9000n },
  "past its last day": { enddate: "2025-06-29" },
};

describeEngine("the order that a delivery appointment names", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    for (const StoreId of [STORE, "0502"]) await desk.put("Store", { StoreId, StoreName: StoreId, statu: 1 });
    const slot = { RuleKind: "slot", StoreId: STORE, ApplyType: "delivery", weekday: 0, slot: "上午", capacity: 3, leadDays: 1, statu: 1 };
    await desk.put("SlotRule", { ...slot, SlotId: "SD1" });
    const order = { provid: SUPPLIER, StoreId: STORE, busdate: TODAY, arrivedate: TODAY, enddate: TODAY, amount: 9000n, Statu: 10 };
    await desk.put("Order", { ...order, Billid: "DD1", accept_amou: 8999n });
    for (const [why, values] of Object.entries(UNFIT)) await desk.put("Order", { ...order, Billid: `DD-${why}`.slice(0, 20), ...values });
  });

  const page = () => module(107);
  const FIELDS = { StoreId: STORE, applydate: "2025-07-02", SlotId: "SD1", tel: "19900001111" };
  const save = (OrderBillid: string) =>
    saveRow(desk.as(viewer(SUPPLIER)), page(), { id: null, rowver: undefined, fields: { ...FIELDS, OrderBillid }, lines: "" });

  it("is one that is open, and his: no other is offered", async () => {
    const row = { ...FIELDS, ApplyType: "delivery" };
    const found = await formOptions(desk.as(viewer(SUPPLIER)), page(), { field: "OrderBillid", entity: "", wanted: { search: "" }, row });
    expect(found.map(({ value }) => value)).toEqual(["DD1"]);
    const { id } = await save("DD1");
    expect(await desk.row("Appointment", id)).toMatchObject({ OrderBillid: "DD1", provid: SUPPLIER });
  });

  it.each(Object.keys(UNFIT))("is refused when it is %s, and when it is any text", async (why) => {
    const problems = (error: unknown) => (error as { result?: { problems?: readonly { field: string }[] } }).result?.problems;
    for (const OrderBillid of [`DD-${why}`.slice(0, 20), "随便写的"]) {
      const refused = await save(OrderBillid).then(
        () => "saved",
        (error: unknown) => problems(error)?.map(({ field }) => field),
      );
      expect(refused, OrderBillid).toEqual(["OrderBillid"]);
    }
  });
});
