import { ApiError, CODE } from "../../shared/protocol/envelope.ts";

/** A refusal (Code 429) that is gone after so many seconds. */
export class TooSoon extends ApiError {
  constructor(
    message: string,
    readonly seconds: number,
  ) {
    super(CODE.tooMany, message);
  }
}
