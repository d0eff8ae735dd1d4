import { describe, expect, it } from "vitest";
import { sayCondition, type Words } from "../../../src/server/screens/say-condition.ts";
import type { Predicate } from "../../../src/shared/registry/language.ts";
import type { Entity } from "../../../src/shared/registry/model.ts";
import { registryWith } from "./fixtures/manuals.ts";

const registry = registryWith();

function wordsOf(entity: Entity | undefined, more: Partial<Words> = {}): Words {
  if (!entity) throw new Error("no such entity");
  return {
    fields: entity.fields,
    labels: {},
    flags: { advice: true },
    functions: registry.functions,
    side: "shop",
    canRead: () => true,
    ...more,
  };
}
const order = wordsOf(registry.entities.Order);

describe("a condition in words", () => {
  it.each<[Predicate, string | boolean | null]>([
    [{ eq: ["RecvStt", 0] }, "收货状态为“未收货”"],
    [{ ne: ["RecvStt", 0] }, "收货状态不为“未收货”"],
    [{ in: ["RecvStt", [0, 1, 2]] }, "收货状态为“未收货”、“部分收货”或“已收货”"],
    [{ not: { in: ["RecvStt", [0, 1]] } }, "收货状态不为“未收货”或“部分收货”"],
    [{ eq: ["isclose", false] }, "已关闭为“否”"],
    [{ lt: ["enddate", { today: 0 }] }, "有效截止早于今天"],
    [{ not: { lt: ["enddate", { field: "arrivedate" }] } }, "有效截止不早于要求到货日"],
    [{ gt: ["amount", "0"] }, "订货数量大于 0"],
    [{ not: { gt: ["amount", { field: "accept_amou" }] } }, "订货数量不大于验收数量"],
    [{ set: "Remark" }, "已填写备注"],
    [{ not: { set: "Remark" } }, "未填写备注"],
    [{ set: "confirmtime" }, "供应商确认不为空"],
    [{ can: "balancepay" }, "持有“免附件付款”权限"],
    [{ not: { actor: ["isconfirm", true] } }, "操作人不属于对账确认方"],
    [{ eq: ["provid", { actor: "PROV_ID" }] }, "供应商编码等于本企业"],
    [{ all: [{ eq: ["isclose", false] }, { gt: ["amount", "0"] }] }, "已关闭为“否”，且订货数量大于 0"],
    [{ not: { any: [{ eq: ["isclose", true] }, { set: "Remark" }] } }, "已关闭不为“是”，且未填写备注"],
    [{ flag: ["advice", true] }, true],
    [{ flag: ["advice", false] }, false],
    [{ not: { flag: ["advice", true] } }, false],
    [{ actor: ["side", "shop"] }, true],
    [{ all: [{ flag: ["advice", true] }, { set: "Remark" }] }, "已填写备注"],
    [{ all: [{ flag: ["advice", false] }, { set: "Remark" }] }, false],
    [{ any: [{ flag: ["advice", true] }, { set: "Remark" }] }, true],
    [{ any: [{ flag: ["advice", false] }, { set: "Remark" }] }, "已填写备注"],
    [{ all: [] }, true],
    [{ any: [] }, false],
  ])("%j", (predicate, said) => {
    expect(sayCondition(predicate, order)).toBe(said);
  });

  it("leaves out of an and what the reader may not know, and does not tell an or with it", () => {
    const words = { ...order, canRead: (field: string) => field !== "isclose" };
    const closed: Predicate = { eq: ["isclose", true] };
    expect(sayCondition(closed, words)).toBeNull();
    expect(sayCondition({ all: [closed, { set: "Remark" }] }, words)).toBe("已填写备注");
    expect(sayCondition({ all: [closed] }, words)).toBeNull();
    expect(sayCondition({ any: [closed, { set: "Remark" }] }, words)).toBeNull();
    expect(sayCondition({ not: { any: [closed, { set: "Remark" }] } }, words)).toBe("未填写备注");
    expect(sayCondition({ lt: ["enddate", { field: "isclose" }] }, words)).toBeNull();
  });

  it("is decided by a value that is told already", () => {
    const words: Words = { ...order, known: { field: "RecvStt", value: 1 } };
    expect(sayCondition({ in: ["RecvStt", [0, 1]] }, words)).toBe(true);
    expect(sayCondition({ eq: ["RecvStt", 0] }, words)).toBe(false);
    expect(sayCondition({ ne: ["RecvStt", 0] }, words)).toBe(true);
  });
});
