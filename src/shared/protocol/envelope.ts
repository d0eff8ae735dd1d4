/** The answer of every call: `{Code, Msg, Result}`. */
export interface Envelope<T = unknown> {
  readonly Code: number;
  readonly Msg: string;
  readonly Result: T;
}

/** The closed list of business codes (docs/decisions/12). Transport failures carry their HTTP status instead. */
export const CODE = {
  ok: 200,
  badInput: 400,
  signedOut: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  rule: 422,
  tooMany: 429,
  failed: 500,
  unavailable: 503,
} as const;

/**
 * What a caller gets for every answer that is not a success. `code` 0 means that no answer arrived. `result`: what came with the refusal.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly code: number,
    message: string,
    readonly requestId: string | undefined = undefined,
    readonly result: unknown = undefined,
  ) {
    super(message);
  }
}

/** No envelope arrived: the connection failed, or something between browser and server answered. `code` is the HTTP status, or 0. */
export class TransportError extends ApiError {}

/** What is said when an answer says nothing. */
export const DEFAULT_MESSAGE = "请求错误";

/**
 * The Result of a successful answer. Throws {@link ApiError} with the first non-empty text of
 * Msg, msg and Result, else 请求错误 (docs/decisions/12).
 */
export function readEnvelope<T>(answer: unknown, requestId?: string): T {
  if (typeof answer !== "object" || answer === null) throw new TransportError(0, DEFAULT_MESSAGE, requestId);
  const { Code, Result } = answer as Record<string, unknown>;
  if (Code === CODE.ok) return Result as T;
  const text = messageOf(answer);
  if (typeof Code !== "number") throw new TransportError(0, text, requestId, Result);
  throw new ApiError(Code, text, requestId, Result);
}

/** What an answer that is not a success says. */
export function messageOf(answer: object): string {
  const { Msg, msg, Result } = answer as Record<string, unknown>;
  return [Msg, msg, Result].find((part): part is string => typeof part === "string" && part !== "") ?? DEFAULT_MESSAGE;
}

/** What a refusal comes from, as its answer tells it beside the text (docs/decisions/101); empty: nothing is told. */
export function causeOf({ result }: ApiError): string {
  const cause = typeof result === "object" && result !== null && "cause" in result ? result.cause : "";
  return typeof cause === "string" ? cause : "";
}
