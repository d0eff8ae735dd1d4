import type { Row } from "../../shared/domain/cell.ts";
import { badInput } from "../base/params.ts";

/** The versions of rows that a user looked at, by Id; of a row that is not among them any is taken. */
export type Versions = ReadonlyMap<number, number>;

/**
 * Several rows that are previewed before they are confirmed are confirmed as they were seen, each of them (docs/decisions/91). Throws
 * Code 400 where a version is missing.
 */
export function refuseUnseen(ids: readonly number[], seen: Versions): void {
  // guard check: tests/server/payments/seen.test.ts
  if (ids.length > 1 && !ids.every((id) => seen.has(id))) throw badInput("参数 versions 应给出每张单据的版本，见预览");
}

/** The versions of these rows in their order, as part of what a repeated request must have in common with the first. */
export const versionsOf = (ids: readonly number[], seen: Versions): readonly (number | null)[] => ids.map((id) => seen.get(id) ?? null);

/** Whether a row still is as it was seen; whoever tells no version takes it as it is. */
export const isAsSeen = ({ Id, rowver }: Row, seen: Versions): boolean => [undefined, rowver].includes(seen.get(Number(Id)));

/** Nobody has looked at anything. */
export const UNSEEN: Versions = new Map();
