import { fieldsOfPredicate, holds } from "../../shared/domain/predicate.ts";
import type { ComputedDef } from "./computed-def.ts";

/** Whether a condition holds for the row and whoever looks at it. */
export const viewer: ComputedDef<"viewer"> = {
  inputs: fieldsOfPredicate,
  fromRow: (when, row, { entity, env }) => holds(when, entity.fields, row, env),
};
