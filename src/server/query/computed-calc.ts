import { calcRow, fieldsOfCalc, scaleOf } from "../../shared/domain/calc.ts";
import { calcSql } from "./calc-sql.ts";
import type { ComputedDef } from "./computed-def.ts";

/** Arithmetic over fields of the row. */
export const calc: ComputedDef<"calc"> = {
  inputs: fieldsOfCalc,
  sql: (said, { columns }, field) => calcSql(said, columns, scaleOf(field)),
  fromRow: (said, row, { entity }, field) => calcRow(said, entity.fields, row, field),
};
