import { CODE, type Envelope } from "../../shared/protocol/envelope.ts";

/** The answer of a successful call. */
export function ok<T>(result: T, message = ""): Envelope<T> {
  return { Code: CODE.ok, Msg: message, Result: result };
}

/** The answer of a call that failed; some failures come with what the caller needs to go on. */
export function failed(code: number, message: string, result: unknown = null): Envelope {
  return { Code: code, Msg: message, Result: result };
}

/**
 * The HTTP status that goes with a business code (docs/decisions/12): outcomes of the business travel as 200, a token that
 * does not count, too many tries and failures of the server as themselves.
 */
export function statusOfCode(code: number): number {
  return code === CODE.signedOut || code === CODE.tooMany || code >= 500 ? code : 200;
}
