import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { FormProblem, SaveResult } from "../../../shared/protocol/form.ts";

/** A saving that was refused, with what the user needs to go on: the problems, or the row as somebody else has left it. */
export class SaveRefusal extends ApiError {
  constructor(code: number, message: string, result: SaveResult) {
    super(code, message, undefined, result);
  }
}

const MOST_SAID = 8;

/** Code 400 with every problem; the message names the fields, of lines with their number. */
export function refuseForm(id: number | null, rowver: number, problems: readonly FormProblem[]): SaveRefusal {
  const said = problems.slice(0, MOST_SAID).map(({ line, message }) => (line === undefined ? message : `第${line + 1}行${message}`));
  const rest = problems.length - said.length;
  const message = said.join("；") + (rest > 0 ? `；另有${rest}处错误` : "");
  return new SaveRefusal(CODE.badInput, message, { id: id ?? 0, rowver, problems });
}
