import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";

/** A business rule that only these flows can tell, in its own words. */
export function refuse(message: string): ApiError {
  return new ApiError(CODE.rule, message);
}
