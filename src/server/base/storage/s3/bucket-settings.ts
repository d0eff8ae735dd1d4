import { isSafeAddress } from "../../safe-address.ts";

/** A bucket of an S3-compatible store, and how it knows the portal (docs/decisions/129). */
export interface BucketSettings {
  /** The bucket's own address, without a slash at its end: `https://bucket.host`, or `https://host/bucket`. */
  readonly url: string;
  /** What every name in it begins with: empty, or parts that end with a slash each. */
  readonly prefix: string;
  readonly region: string;
  readonly key: string;
  /** Signs each call; never sent, never printed. */
  readonly secret: string;
}

/** Below which address the files lie, as the operator knows it. */
export const addressOf = ({ url, prefix }: BucketSettings): string => `${url}/${prefix}`;

type Env = Readonly<Record<string, string | undefined>>;

/** Of those, the ones that have no default. */
const NEEDED = ["url", "key", "secret"] as const satisfies (keyof BucketSettings)[];
const VARIABLES: Readonly<Record<keyof BucketSettings, string>> = {
  url: "UPLOADS_S3_URL",
  key: "UPLOADS_S3_KEY",
  secret: "UPLOADS_S3_SECRET",
  region: "UPLOADS_S3_REGION",
  prefix: "UPLOADS_S3_PREFIX",
};

const READERS: Readonly<Record<keyof BucketSettings, (text: string) => string | null>> = {
  url: (text) => {
    if (!URL.canParse(text)) return null;
    const url = new URL(text);
    const isBare = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
    return isSafeAddress(url) && isBare && /^\/([a-z0-9][a-z0-9._-]{1,62}\/?)?$/i.test(url.pathname) ? url.href.replace(/\/$/, "") : null;
  },
  key: (text) => (/^[\x21-\x7e]{3,128}$/.test(text) ? text : null),
  secret: (text) => (/^[\x21-\x7e]{8,200}$/.test(text) ? text : null),
  region: (text) => (/^[a-z0-9-]{1,40}$/.test(text) ? text : null),
  prefix: (text) => {
    const whole = text === "" || text.endsWith("/") ? text : `${text}/`;
    return whole.length <= 100 && /^([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/.test(whole) ? whole : null;
  },
};
const DEFAULTS: Readonly<Partial<Record<keyof BucketSettings, string>>> = { region: "us-east-1", prefix: "scm-portal/" };
const EXPECTED: Readonly<Record<keyof BucketSettings, string>> = {
  url: "应为桶的地址 https://桶.主机 或 https://主机/桶（本机可用 http），目录写在 UPLOADS_S3_PREFIX / must be the bucket's address, https://bucket.host or https://host/bucket (http on this machine); folders go to UPLOADS_S3_PREFIX",
  key: "应为 3 到 128 位可见 ASCII 字符 / must be 3 to 128 visible ASCII characters",
  secret: "应为 8 到 200 位可见 ASCII 字符 / must be 8 to 200 visible ASCII characters",
  region: "应为地域，如 cn-north-1 / must be a region like cn-north-1",
  prefix: "应为目录，如 scm/uploads/，最多 100 字符 / must be folders like scm/uploads/, up to 100 characters",
};
const TOGETHER = "与 UPLOADS_S3_ 的其他设置必须同时提供 / must be set together with the others of UPLOADS_S3_";

/** The bucket of the uploads; undefined: they lie in DATA_DIR. Every problem goes to `tell`, without the value: one is a secret. */
export function readBucket(env: Env, tell: (problem: string) => void): BucketSettings | undefined {
  const names = Object.keys(VARIABLES) as (keyof BucketSettings)[];
  const textOf = (name: keyof BucketSettings) => env[VARIABLES[name]] ?? "";
  if (names.every((name) => textOf(name) === "")) return undefined;
  const entries = names.map((name) => {
    const text = textOf(name) === "" ? (DEFAULTS[name] ?? "") : textOf(name);
    const value = READERS[name](text);
    const isLeftOut = text === "" && NEEDED.some((needed) => needed === name);
    if (value === null || isLeftOut) tell(`${VARIABLES[name]}: ${isLeftOut ? TOGETHER : EXPECTED[name]}`);
    return [name, value ?? ""] as const;
  });
  return Object.fromEntries(entries) as unknown as BucketSettings;
}
