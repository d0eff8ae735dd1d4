import { convert, oneEntity, typed } from "./data-world.ts";

const more = { unique: [["name"]], indexes: [[{ field: "x", descending: false }]] };

/** What is served when the step begins, and what it leads to: a field is converted, one goes and one comes. */
export const SERVED = oneEntity([typed("name", "string"), typed("x", "money"), typed("gone", "string")], more);
export const NEXT = oneEntity(
  [typed("name", "string"), typed("x", "quantity", { convert: convert("money") }), typed("fresh", "bool")],
  more,
);
