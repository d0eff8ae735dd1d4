import { expect, it } from "vitest";
import { idOf } from "../../../src/web/pages/form/state/form-draft.ts";
import { asFound, type LostSave } from "../../../src/web/pages/form/state/lost-save.ts";
import { field, form, line, SPEC } from "./fields.ts";

const FIXED = { ...SPEC, lines: SPEC.lines.map((one) => ({ ...one, fields: { item: field("item", "商品", "ref", { isFixed: true }) } })) };
const sent = form({ note: "x" }, line("a", { item: "1" }), line("b", { item: "2" }));
const LOST: LostSave = { key: "k", values: {}, draft: sent };
const found = { id: 9, lines: { Row: [{ Id: 71 }, { Id: 72 }] } };

it("lines are those of the row that was found, wherever they have been moved to", () => {
  const now = form({ note: "y" }, line("c", { item: "3" }), line("b", { item: "2" }), line("a", { item: "1" }));
  const named = asFound(FIXED, LOST, found, now);
  expect([named.head.values, named.lines.Row?.map(idOf)]).toEqual([{ note: "y", Id: 9 }, ["", "72", "71"]]);
});

it("a line that became another one is new, and so are all where the row has other lines than were sent", () => {
  const now = form({}, line("a", { item: "8" }), line("b", { item: "2" }));
  expect(asFound(FIXED, LOST, found, now).lines.Row?.map(idOf)).toEqual(["", "72"]);
  expect(asFound(FIXED, LOST, { id: 9, lines: { Row: [{ Id: 71 }] } }, now).lines.Row?.map(idOf)).toEqual(["", ""]);
});
