import { ApiError, CODE } from "../../shared/protocol/envelope.ts";

const BUSY = "系统繁忙，请稍后重试";

/** Nothing is out of order, but more wait for their turn than can be served in time (Code 503). Another try makes sense after so many seconds. */
export class Busy extends ApiError {
  constructor(readonly seconds: number) {
    super(CODE.unavailable, BUSY);
  }
}
