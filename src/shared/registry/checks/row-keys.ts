import { isJudged } from "../lookup.ts";
import type { Check } from "./check.ts";

/** Rows are addressed by Id, and a changeable one counts its versions in rowver. */
export const rowKeys: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => {
    const { raw, at, name, fields } = entity;
    if (!isJudged(entity) || raw.view) return [];
    const id = fields.get("Id");
    const version = fields.get("rowver");
    return [
      ...(id === undefined ? [at.in("fields").problem(`${name} needs the field Id of type id`)] : []),
      ...(id !== undefined && id.raw.type !== "id" ? [id.at.in("type").problem(`Id is of type id, not ${id.raw.type}`)] : []),
      ...(version !== undefined && version.raw.type !== "int"
        ? [version.at.in("type").problem(`rowver is of type int, not ${version.raw.type}`)]
        : []),
    ];
  });
