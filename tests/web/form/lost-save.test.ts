import { expect, it } from "vitest";
import { idOf } from "../../../src/web/pages/form/state/form-draft.ts";
import { ofRow } from "../../../src/web/pages/form/state/lost-save.ts";
import { form, line } from "./fields.ts";

it("a form goes on as one of the row that was found, with its own lines in the places of those", () => {
  const { head, lines } = ofRow(9, form({ note: "y" }, line("a", { item: "1" }), line("b", { item: "2" })));
  expect([head.values, lines.Row?.map(idOf)]).toEqual([{ note: "y", Id: 9 }, ["", ""]]);
});
