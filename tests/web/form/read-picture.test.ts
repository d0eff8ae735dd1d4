import { describe, expect, it } from "vitest";
import type { ImageContent } from "../../../src/shared/protocol/form.ts";
import { writeField } from "../../../src/web/pages/form/state/write-field.ts";
import { addedPicture, fillOf, readFields } from "../../../src/web/pages/form/use-read-pictures.ts";
import { draft, field } from "./fields.ts";

const FIELDS = {
  pictures: field("pictures", "图片", "images"),
  number: field("number", "号码", "string", { readFrom: { via: "pictures", part: "number" } }),
  kind: field("kind", "类型", "enum", { readFrom: { via: "pictures", part: "kind" } }),
  net: field("net", "金额", "money", { readFrom: { via: "pictures", part: "net" } }),
  note: field("note", "备注", "string"),
};
const CONTENT: ImageContent = {
  chkid: "SB1",
  Code: "",
  Number: "25442000000014209621",
  amount: "112.00",
  date: "2025-06-15",
  parts: { kind: 4, code: null, number: "25442000000014209621", date: "2025-06-15", net: null, total: "112.00" },
};

describe("what is read on a picture", () => {
  it("is asked for the fields that say so, once for each added picture", () => {
    expect(readFields(FIELDS)).toEqual(["pictures"]);
    expect([addedPicture(null, "/a.png"), addedPicture("/a.png", "/a.png,/b.png")]).toEqual(["/a.png", "/b.png"]);
    expect([addedPicture("/a.png", "/a.png"), addedPicture("/a.png,/b.png", "/a.png"), addedPicture("/a.png", null)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("fills what the code tells, and nothing else", () => {
    expect(fillOf(FIELDS, "pictures", CONTENT, {}, true)).toEqual({ number: "25442000000014209621", kind: 4 });
    const before = draft({ pictures: "/a.png", kind: 1, net: "5.00", note: "x" });
    const after = writeField(FIELDS, before, {
      field: "pictures",
      value: "/a.png",
      fill: fillOf(FIELDS, "pictures", CONTENT, before.values, true),
    });
    expect(after.values).toEqual({ pictures: "/a.png", number: "25442000000014209621", kind: 4, net: "5.00", note: "x" });
  });

  it("never replaces what the user wrote, nor what an existing row holds", () => {
    const own = writeField(FIELDS, draft({ pictures: "/a.png" }), { field: "number", value: "12345678" });
    const fill = fillOf(FIELDS, "pictures", CONTENT, own.values, true);
    expect(writeField(FIELDS, own, { field: "pictures", value: "/a.png", fill }).values.number).toBe("12345678");
    expect(fillOf(FIELDS, "pictures", CONTENT, { number: "12345678", kind: null }, false)).toEqual({ kind: 4 });
  });
});
