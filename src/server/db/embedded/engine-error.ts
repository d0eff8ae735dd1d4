/** Why the engine gave no answer. The SQLSTATE tells callers that trying again is right. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    readonly code: "57014" | "57P02",
    message: string,
    /** What happened, without the advice. */
    readonly reason: string = message,
  ) {
    super(message);
  }
}

/** The statement took longer than allowed, so the engine was stopped. */
export function tooSlow(limitMs: number): EngineError {
  return new EngineError("57014", `statement stopped after ${limitMs} ms; the embedded database is being reopened, try again`);
}

/** The engine ended by itself, or did something that makes its state doubtful. */
export function crashed(reason: string): EngineError {
  return new EngineError("57P02", `the embedded database stopped (${reason}) and is being reopened, try again`, reason);
}
