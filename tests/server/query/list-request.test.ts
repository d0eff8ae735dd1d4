import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ListParameters, parseListRequest } from "../../../src/server/query/parse-list-request.ts";
import { readableOf } from "../../../src/server/query/readable.ts";
import { ApiError } from "../../../src/shared/protocol/envelope.ts";
import type { Module } from "../../../src/shared/registry/model.ts";
import { NOW, viewerOf } from "./fixtures/small-database.ts";
import { hiding, moduleOf, smallRegistry } from "./fixtures/small-registry.ts";

const registry = smallRegistry();
const module = hiding(moduleOf(registry, "bills"), "costMoney");
const entity = registry.entities.Bill;

function parse(parameters: ListParameters, provId = "101", of: Module = module) {
  if (!entity) throw new Error("no entity");
  // Nothing here may reach a database: bad input must cost no connection.
  const db = null as never;
  const ctx = { db, registry, viewer: viewerOf("0000000001", provId), now: NOW };
  return parseListRequest(parameters, of, readableOf(ctx, of, entity));
}

function refusal(parameters: ListParameters, provId?: string, of?: Module): string {
  try {
    parse(parameters, provId, of);
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).code).toBe(400);
    return (error as ApiError).message;
  }
  throw new Error(`accepted ${JSON.stringify(parameters)}`);
}

const clause = (field: unknown, operator: unknown, value?: unknown) => JSON.stringify([{ field, operator, value }]);

describe("list requests", () => {
  test("nothing said is the first page, newest first, all columns", () => {
    const request = parse({});
    expect(request).toMatchObject({ page: 1, size: 35, isCapped: false, filter: null, sort: [{ field: "Id", order: "desc" }] });
    const names = request.columns.map(({ name }) => name);
    expect([...names].sort()).toEqual(module.readable.supplier.filter((name) => name !== "rowver").sort());
  });

  test("every problem is named at once, in Chinese", () => {
    const filter = [
      { field: "Foo", operator: "eq", value: 1 },
      { field: "Provder", operator: "eq", value: "x" },
      { field: "TotalMoney", operator: "between", value: ["1", "x"] },
    ];
    expect(
      refusal({
        page: "0",
        rows: "-1",
        sort: "Totalmony,busdate",
        order: "asc,down",
        filter: JSON.stringify(filter),
        columns: "Billid,Nope",
      }),
    ).toBe(
      [
        "page：应为1到999999999的整数",
        "rows：应为1到999999999的整数",
        "sort[0]：未知排序字段“Totalmony”（您是否要找“TotalMoney”？）",
        "order[1]：未知排序方向“down”",
        "filter[0].field：未知字段“Foo”",
        "filter[1].field：未知字段“Provder”（您是否要找“Provider”？）",
        "filter[2].value[1]：金额应为数字，最多2位小数",
        "columns[1]：未知字段“Nope”",
      ].join("；"),
    );
  });

  test("many problems are counted, not all written", () => {
    expect(refusal({ columns: Array.from({ length: 30 }, () => "Nope").join(",") })).toMatch(/；另有22处错误$/);
  });

  test.each(["page", "rows"])("%s is a plain number", (name) => {
    for (const value of ["0", "-1", "1.5", "1e3", "abc", " 1", "１", "1000000000", "NaN", "Infinity", "1;2", "0x10"]) {
      expect(refusal({ [name]: value })).toContain(`${name}：应为1到999999999的整数`);
    }
    expect(parse({ page: "3", rows: "999999999" })).toMatchObject({ page: 3, size: 5000, isCapped: true });
  });

  test.each(["page", "rows", "sort", "order", "filter", "columns"])("%s is one value", (name) => {
    for (const value of [["a", "b"], { a: 1 }, 1, true]) expect(refusal({ [name]: value })).toBe(`${name}：应为单个值`);
  });

  describe("what the side may not read looks like what does not exist", () => {
    test.each(["costMoney", "secretNote", "GradeId", "SHOP_ID"])("%s", (name) => {
      const other = "x".repeat(name.length);
      const unhinted = (text: string) => text.replaceAll(name, other).replace(/（您是否要找“\w+”？）/, "");
      const same = (parameters: (field: string) => ListParameters) =>
        expect(unhinted(refusal(parameters(name)))).toBe(unhinted(refusal(parameters(other))));
      same((field) => ({ filter: clause(field, "eq", "1") }));
      same((field) => ({ filter: clause(field, "null") }));
      same((field) => ({ columns: field }));
      same((field) => ({ sort: field }));
      expect(refusal({ filter: clause(`${name}s`, "eq", 1) }), "no hint either").not.toContain(`“${name}”`);
    });

    test("the shop may read what is hidden from suppliers only", () => {
      expect(parse({ columns: "costMoney", filter: clause("costMoney", "gt", "1") }, "").columns).toHaveLength(1);
      expect(refusal({ columns: "secretNote" }, "")).toContain("未知字段“secretNote”");
    });
  });

  test("what is hidden is not sorted by, though a column offers it", () => {
    const hidden = hiding(module, "TotalMoney");
    expect(refusal({ sort: "TotalMoney" }, "101", hidden)).toBe("sort[0]：未知排序字段“TotalMoney”");
    expect(parse({ sort: "TotalMoney" }, "", hidden).sort).toHaveLength(1);
    const byDefault = { ...hidden, defaultSort: [{ field: "TotalMoney", order: "asc" as const }] };
    expect(parse({}, "101", byDefault).sort).toEqual([]);
    expect(parse({}, "", byDefault).sort).toHaveLength(1);
    const offered = { ...module, sortMap: { ...module.sortMap, text: "StatuZH" } };
    expect(refusal({ sort: "text" }, "", offered)).toContain("未知排序字段“text”");
  });

  test("fields that exist only for the one who looks are neither filtered nor sorted by", () => {
    expect(refusal({ filter: clause("StatuZH", "eq", "待确认") })).toBe("filter[0].field：状态不能筛选");
    expect(refusal({ filter: clause("canPay", "eq", true) })).toBe("filter[0].field：可付款不能筛选");
    expect(refusal({ sort: "StatuZH" })).toContain("未知排序字段“StatuZH”");
    expect(refusal({ sort: "Statu" }), "no sortable column").toContain("未知排序字段“Statu”");
  });

  test("names may differ in case (docs/decisions/09)", () => {
    const request = parse({ sort: "billid,id", order: "desc,asc", columns: "STATU,id", filter: clause("statu", "eq", 10) });
    expect(request.sort).toEqual([
      { field: "Billid", order: "desc" },
      { field: "Id", order: "asc" },
    ]);
    expect(request.columns.map(({ name }) => name)).toEqual(["Statu", "Id"]);
  });

  test.each([
    ["no JSON", "{", "filter：应为JSON数组"],
    ["no list", "{}", "filter：应为JSON数组"],
    ["a number", "1", "filter：应为JSON数组"],
    ["null", "null", "filter：应为JSON数组"],
    ["a text in the list", '["a"]', "filter[0]：应为对象"],
    ["a list in the list", "[[]]", "filter[0]：应为对象"],
    ["an unknown property", '[{"field":"Statu","operator":"eq","value":10,"x":1}]', "filter[0]：未知属性“x”"],
    ["__proto__", '[{"field":"Statu","operator":"eq","value":10,"__proto__":{"a":1}}]', "filter[0]：未知属性“__proto__”"],
    ["no field", '[{"operator":"eq","value":1}]', "filter[0].field：未知字段“undefined”"],
    ["a field list", '[{"field":["Statu"],"operator":"eq","value":1}]', "filter[0].field：未知字段“object”"],
    ["an unknown operator", clause("Statu", "like", 1), "filter[0].operator：未知操作符“like”"],
    ["a prototype's operator", clause("Statu", "constructor", 1), "filter[0].operator：未知操作符“constructor”"],
    ["a prototype's field", clause("toString", "eq", 1), "filter[0].field：未知字段“toString”"],
    ["contains on a number", clause("TotalMoney", "contains", "1"), "filter[0].operator：金额不能用“contains”"],
    ["startswith on a day", clause("busdate", "startswith", "2025"), "filter[0].operator：业务日期不能用“startswith”"],
    ["less than on a flag", clause("Isstop", "lt", true), "filter[0].operator：停付不能用“lt”"],
    ["no value", clause("Statu", "eq"), "filter[0].value：状态缺少值"],
    ["an empty value", clause("Billid", "contains", ""), "filter[0].value：单据号缺少值"],
    ["an object as value", clause("Statu", "eq", {}), "filter[0].value：状态应为单个值"],
    ["a list as value", clause("Statu", "eq", [10]), "filter[0].value：状态应为单个值"],
    ["a scalar for in", clause("Statu", "in", 10), "filter[0].value：应为最多1000个值的数组"],
    ["too many for in", clause("Statu", "in", Array(1001).fill(1)), "filter[0].value：应为最多1000个值的数组"],
    ["one value for between", clause("visits", "between", [1]), "filter[0].value：应为两个值的数组"],
    [
      "a field in a group",
      '[{"operator":"or","field":"Statu","value":[{"field":"Statu","operator":"null"}]}]',
      "filter[0].field：条件组没有字段",
    ],
    ["an empty group", '[{"operator":"or","value":[]}]', "filter[0].value：应为条件数组，不能为空"],
  ])("filter: %s", (_, filter, message) => {
    expect(refusal({ filter })).toBe(message);
  });

  test.each([
    [
      "TotalMoney",
      ["NaN", "Infinity", "-Infinity", "1e400", "1e3", "1.005", "1,000", "--1", "0x1", "１２", "1 ", "9".repeat(16), "999999999999999999"],
    ],
    ["amount", ["1.0001", "NaN", "9".repeat(40)]],
    ["taxRate", ["0.0000001", "999999999999999"]],
    ["visits", ["1.5", "2147483648", "NaN", "1e3", "-0.5"]],
    ["busdate", ["2025-02-30", "0000-01-01", "2025-6-1", "20250601", "2025-13-01", "今天", "2025-06-01T00:00:00", "1899-12-31"]],
    ["createtime", ["2025-06-01 24:00:00", "2025-06-01 10", "now", "2025-02-30 10:00:00", "2025-02-30"]],
    ["Isstop", ["yes", "2", "null"]],
    ["Statu", ["abc", "1.5", "'; drop table bill"]],
    ["Billid", ["a\u0000b", "\ud800", "\u0007", "x".repeat(21)]],
    ["Id", ["1 or 1=1", "99999999999999999999", "-"]],
  ])("poison for %s is refused by its title", (field, values) => {
    for (const value of values) expect(refusal({ filter: clause(field, "eq", value) }), value).toMatch(/^filter\[0\]\.value：[^“]+$/);
  });

  test("200 conditions and 5 levels, no more", () => {
    const one = { field: "Statu", operator: "eq", value: 10 };
    expect(parse({ filter: JSON.stringify(Array(200).fill(one)) }).filter).not.toBeNull();
    expect(refusal({ filter: JSON.stringify(Array(201).fill(one)) })).toBe("filter：条件不能超过200个");
    const nested = (depth: number): object => (depth === 0 ? one : { operator: "and", value: [nested(depth - 1)] });
    expect(parse({ filter: JSON.stringify([nested(4)]) }).filter).not.toBeNull();
    expect(refusal({ filter: JSON.stringify([nested(5)]) })).toMatch(/嵌套不能超过5层$/);
    expect(refusal({ filter: `${"[".repeat(90_000)}${"]".repeat(90_000)}` })).toBe("filter[0]：应为对象");
    expect(refusal({ filter: `[${" ".repeat(200_001)}]` })).toBe("filter：过长");
  });

  test("sorting: at most 5, each once, one order each", () => {
    expect(refusal({ sort: "Id,Id" })).toBe("sort：字段重复");
    expect(refusal({ sort: "Id,Billid", order: "asc" })).toBe("order：应与sort一一对应");
    expect(refusal({ order: "asc" })).toBe("order：没有排序字段");
    expect(refusal({ sort: "Id,Billid,busdate,createtime,Remark,Provider" })).toBe("sort：不能超过5个");
    expect(refusal({ sort: "Id,,Billid" })).toContain("sort[1]：未知排序字段“”");
    expect(parse({ sort: "TotalMoney,Id" }).sort).toEqual([
      { field: "TotalMoney", order: "asc" },
      { field: "Id", order: "asc" },
    ]);
  });

  const INJECTIONS = [
    "Billid; drop table bill",
    "Billid--",
    "Billid/**/",
    '"Billid"',
    "Billid desc",
    "(select 1)",
    "1=1",
    "t.Billid",
    "bill.secretNote",
    "Billid) union select version()",
    "case when 1=1 then Billid end",
    "pg_sleep(10)",
    "Billid::text",
    "Billid->>'a'",
    "$1",
    "*",
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "Billid\u0000",
    "Ｂｉｌｌｉｄ",
    "Billid\n",
    " Billid",
    "1",
  ];
  test.each(INJECTIONS)("injection %j is an unknown name in every slot", (text) => {
    const name = text.replaceAll(",", "");
    expect(refusal({ sort: name })).toContain("sort[0]：未知排序字段");
    expect(refusal({ columns: name })).toContain("columns[0]：未知字段");
    expect(refusal({ filter: clause(name, "eq", "x") })).toContain("filter[0].field：未知字段");
    expect(refusal({ filter: clause("Billid", name, "x") })).toContain("filter[0].operator：未知操作符");
    expect(refusal({ sort: "Id", order: name })).toContain("order[0]：未知排序方向");
    expect(refusal({ filter: JSON.stringify([{ field: "Statu", operator: "eq", value: 1, [name]: 1 }]) })).toContain("filter[0]：未知属性");
  });

  test("a message never carries control characters or more than 40 letters of the wire", () => {
    const message = refusal({ sort: `\u0000\u0007\u202e${"字".repeat(500)}` });
    expect(message).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(message.length).toBeLessThan(80);
  });

  test("whatever comes, it is read or refused with Code 400", () => {
    const any = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("Id", "Billid", "asc", "[]"),
      fc.anything(),
    );
    fc.assert(
      fc.property(
        fc.record({ page: any, rows: any, sort: any, order: any, filter: any, columns: any }, { requiredKeys: [] }),
        (parameters) => {
          try {
            parse(parameters);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
          }
        },
      ),
      { numRuns: 500 },
    );
    const node = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 7 },
        fc.record({
          field: fc.oneof(fc.constantFrom(...module.readable.supplier, "secretNote"), fc.anything()),
          operator: fc.oneof(fc.constantFrom("eq", "in", "between", "contains", "null", "lt"), fc.anything()),
          value: fc.oneof(fc.anything(), fc.string(), fc.array(fc.string(), { maxLength: 3 })),
        }),
        fc.record({ operator: fc.constantFrom("and", "or"), value: fc.array(tie("node"), { maxLength: 3 }) }),
      ),
    })).node;
    fc.assert(
      fc.property(fc.array(node), (nodes) => {
        try {
          parse({ filter: JSON.stringify(nodes, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)) });
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
