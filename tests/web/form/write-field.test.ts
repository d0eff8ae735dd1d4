import { describe, expect, it } from "vitest";
import { writeField } from "../../../src/web/pages/form/state/write-field.ts";
import { draft, SPEC } from "./fields.ts";

const FILL = { makerName: "甲厂", contact: "张三" };
const choose = (from: ReturnType<typeof draft>, value: string | null, fill = {}) =>
  writeField(SPEC.fields, from, { field: "maker", value, fill });

describe("writing a field", () => {
  it("takes over copies and proposes into empty fields", () => {
    expect(choose(draft({}), "M1", FILL).values).toMatchObject({ maker: "M1", makerName: "甲厂", contact: "张三" });
  });

  it("proposes anew where the user wrote nothing, and keeps what he wrote", () => {
    const first = choose(draft({}), "M1", FILL);
    expect(choose(first, "M2", { contact: "李四" }).values.contact).toBe("李四");
    const own = writeField(SPEC.fields, first, { field: "contact", value: "我" });
    expect(choose(own, "M2", { contact: "李四" }).values.contact).toBe("我");
    const emptied = writeField(SPEC.fields, own, { field: "contact", value: null });
    expect(choose(emptied, "M2", { contact: "李四" }).values.contact).toBe("李四");
  });

  it("empties copies with the choice they follow, and leaves proposals", () => {
    const cleared = choose(choose(draft({}), "M1", FILL), null);
    expect(cleared.values).toMatchObject({ maker: null, makerName: null, contact: "张三" });
  });

  it("clears a choice that was narrowed by another value, and only then", () => {
    const chosen = writeField(SPEC.fields, choose(draft({}), "M1", FILL), { field: "shop", value: "S1" });
    expect(choose(chosen, "M1", FILL).values.shop).toBe("S1");
    expect(choose(chosen, "M2", FILL).values.shop).toBeNull();
  });

  it("keeps what was chosen before there was anything to narrow it, and when it is free again", () => {
    const chosen = writeField(SPEC.fields, draft({}), { field: "shop", value: "S1" });
    expect(choose(chosen, "M1", FILL).values.shop).toBe("S1");
    expect(choose(choose(chosen, "M1", FILL), null).values.shop).toBe("S1");
  });

  it("fills province and country of a place", () => {
    const fields = {
      place: { ...SPEC.fields.note, name: "place" },
      province: { ...SPEC.fields.note, name: "province", isWritable: false, derived: { kind: "origin", of: "place", part: "province" } },
    } as typeof SPEC.fields;
    const written = writeField(fields, draft({}), { field: "place", value: "海口市", fill: { province: "海南省", country: "中国" } });
    expect(written.values).toEqual({ place: "海口市", province: "海南省" });
    expect(writeField(fields, written, { field: "place", value: "某地" }).values.province).toBeNull();
  });
});
