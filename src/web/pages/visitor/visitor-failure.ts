import { textOf } from "../../../shared/domain/error-catalogue.ts";
import { ApiError, DEFAULT_MESSAGE } from "../../../shared/protocol/envelope.ts";

/** What a visitor is told of a call that failed. */
export function failureOf(error: unknown): string {
  return error instanceof ApiError ? textOf(error) : DEFAULT_MESSAGE;
}
