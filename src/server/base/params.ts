import { hiddenIn, keptText } from "../../shared/domain/plain-text.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";

/** Parameters of a call by name. Has no prototype, so that any name may be looked up. */
export type Params = Readonly<Record<string, string>>;

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const RESERVED = new Set(["__proto__", "constructor", "prototype"]);
/** Lower case: what must not lie in addresses, because those land in logs and histories (docs/decisions/11). */
const BODY_ONLY = new Set([
  "password",
  "oldpass",
  "newpass",
  "token",
  "access_token",
  "authorization",
  "otp",
  "proof",
  "flow",
  "callback",
  "file",
]);

export const NO_PARAMS: Params = Object.freeze(Object.create(null) as Record<string, string>);

/** A refusal that names the parameter. */
export function badInput(message: string): ApiError {
  return new ApiError(CODE.badInput, message);
}

/** `key=value` joined by `&`, percent-encoded UTF-8. Strict: one plain name, one value. */
export function parseForm(text: string): Params {
  if (text === "") return NO_PARAMS;
  return collect(text.split("&").filter(Boolean).map(parsePair));
}

/** Collects names and values, each name once. */
export function collect(pairs: Iterable<readonly [name: string, value: string]>): Params {
  const params: Record<string, string> = Object.create(null);
  for (const [name, value] of pairs) {
    // guard check: tests/server/app/parameters.test.ts
    if (!NAME.test(name) || RESERVED.has(name)) throw badInput(`参数名 ${shown(name)} 不合法`);
    if (name in params) throw badInput(`参数 ${name} 重复`);
    params[name] = value;
  }
  return params;
}

/** Parameters of address and body as one; no name in both, no secret in the address. */
export function mergeParams(query: Params, body: Params): Params {
  const secret = Object.keys(query).find((name) => BODY_ONLY.has(name.toLowerCase()));
  if (secret !== undefined) throw badInput(`参数 ${secret} 只能放在请求体中`);
  return collect([...Object.entries(query), ...Object.entries(body)]);
}

/** What breaks logs and statements; a password may have any other character that it was given (docs/decisions/83). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * The parameters as they may be worked with: in NFC, and with nothing that cannot be seen; all that have are named at once. What is JSON is
 * judged value by value by whoever reads it, as the fields of a form are.
 */
export function plainParams(params: Params): Params {
  const wrong: string[] = [];
  const plain: Record<string, string> = Object.create(null);
  for (const [name, text] of Object.entries(params)) {
    const isSecret = BODY_ONLY.has(name.toLowerCase());
    const isJson = /^\s*[[{]/.test(text);
    const hidden = isSecret || isJson ? null : hiddenIn(text);
    if (hidden !== null) wrong.push(`参数 ${name} ${hidden}`);
    else if (isSecret && (CONTROL.test(text) || !text.isWellFormed())) wrong.push(`参数 ${name} 含有不允许的字符`);
    plain[name] = isSecret ? text : keptText(text);
  }
  if (wrong.length > 0) throw badInput(wrong.join("；"));
  return plain;
}

function parsePair(pair: string): readonly [string, string] {
  const cut = pair.indexOf("=");
  const name = decode(cut < 0 ? pair : pair.slice(0, cut), "参数名");
  return [name, decode(cut < 0 ? "" : pair.slice(cut + 1), `参数 ${shown(name)} `)];
}

function decode(text: string, owner: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw badInput(`${owner}的编码不正确`);
  }
}

/** A name as it may stand in a message: short and printable. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 40).toWellFormed());
}

/** What a text that came from outside says as JSON; undefined: it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
