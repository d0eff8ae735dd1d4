import { fieldsOfPredicate, holds } from "../../shared/domain/predicate.ts";
import type { ComputedDef } from "./computed-def.ts";

/** Whether a condition holds for the row and whoever looks at it. */
export const when: ComputedDef<"when"> = {
  inputs: fieldsOfPredicate,
  fromRow: (condition, row, { entity, env }) => holds(condition, entity.fields, row, env),
};
