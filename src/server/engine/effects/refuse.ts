import { type Cell, CellError, cellFromWire } from "../../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Field } from "../../../shared/registry/model.ts";
import { Refused } from "../../base/refused.ts";

/** A business rule that only these flows can tell, in its own words. */
export function refuse(message: string): ApiError {
  return new ApiError(CODE.rule, message);
}

/** The same refusal, with the row that it is of. */
export function naming(refusal: ApiError, row: string): ApiError {
  const [code, message] = [refusal.code, `${refusal.message}（${row}）`];
  return refusal instanceof Refused ? new Refused(code, message, refusal.reason) : new ApiError(code, message);
}

/** Does something to one row; where it is one of several, a refusal names it. */
export async function namingRow<T>(row: string, isOneOfSeveral: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError && isOneOfSeveral ? naming(error, row) : error;
  }
}

/** What a user has sent for a field; Code 400 with what is wrong with it, after `title`. */
export function sentCell(field: Field, value: unknown, title: string): Cell {
  try {
    return cellFromWire(field, value);
  } catch (error) {
    throw error instanceof CellError ? new ApiError(CODE.badInput, `${title}${error.message}`) : error;
  }
}
