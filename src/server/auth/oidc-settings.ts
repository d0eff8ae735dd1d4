import { isSafeAddress } from "../base/safe-address.ts";

/** A provider of identity that users may sign in by (OpenID Connect, docs/decisions/87). */
export interface OidcSettings {
  /** The provider's address, as its ID tokens name it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Never printed. undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** The claim that says at first use which user this is. */
  readonly userClaim: string;
  /** The claim that lists the groups somebody is in. */
  readonly groupsClaim: string;
  /** Name of a group at the provider to the groups of the portal, each as `SHOP_ID/GroupId`, in which its members may act. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Whoever the provider says to have shown a second factor (`amr` holds `mfa`) is asked for none here. */
  readonly trustsMfa: boolean;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
}

type Env = Readonly<Record<string, string | undefined>>;
type Tell = (problem: string) => void;

const REQUIRED = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_GROUPS"] as const;
const OPTIONAL = ["OIDC_CLIENT_SECRET", "OIDC_SCOPE", "OIDC_USER_CLAIM", "OIDC_GROUPS_CLAIM", "OIDC_TRUST_MFA"] as const;
const MISSING = "与其他 OIDC_ 设置必须同时提供 / must be set together with the other settings OIDC_…";
const NO_ADDRESS = "使用 OIDC 登录时必须提供，身份提供方要回到这个地址 / is needed for OIDC: the provider sends browsers back there";
const CLAIM = /^[A-Za-z][A-Za-z0-9_:./-]{0,99}$/;
const VISIBLE = /^[\x21-\x7e]{1,400}$/;
const GROUP = /^[^/\s]{1,20}\/[^/]{1,20}$/;

/** How text becomes a value; null: it is none, and `EXPECTED` says what it should be. */
const READERS = {
  OIDC_ISSUER: readIssuer,
  OIDC_CLIENT_ID: (text: string) => (VISIBLE.test(text) ? text : null),
  OIDC_CLIENT_SECRET: (text: string) => (VISIBLE.test(text) ? text : null),
  OIDC_SCOPE: (text: string) => (text.split(" ").includes("openid") && /^[\x21-\x7e ]{6,400}$/.test(text) ? text : null),
  OIDC_USER_CLAIM: (text: string) => (CLAIM.test(text) ? text : null),
  OIDC_GROUPS_CLAIM: (text: string) => (CLAIM.test(text) ? text : null),
  OIDC_GROUPS: readGroups,
  OIDC_TRUST_MFA: (text: string) => (text === "1" || text === "0" ? text === "1" : null),
} as const;
type Name = keyof typeof READERS;

const EXPECTED: Readonly<Record<Name, string>> = {
  OIDC_ISSUER: "应为 https://主机/路径（本机可用 http） / must be like https://host/path, or http on this machine",
  OIDC_CLIENT_ID: "应为 1 到 400 位可见 ASCII 字符 / must be 1 to 400 visible ASCII characters",
  OIDC_CLIENT_SECRET: "应为 1 到 400 位可见 ASCII 字符 / must be 1 to 400 visible ASCII characters",
  OIDC_SCOPE: "应为空格分隔的范围，含 openid / must be scopes separated by blanks, openid among them",
  OIDC_USER_CLAIM: "应为声明的名称 / must be the name of a claim",
  OIDC_GROUPS_CLAIM: "应为声明的名称 / must be the name of a claim",
  OIDC_GROUPS:
    '应为 JSON：{"身份提供方的组": ["商场编号/用户组编号"]} / must be JSON: {"group at the provider": ["shop number/group number"]}, with at least one',
  OIDC_TRUST_MFA: "应为 0 或 1 / must be 0 or 1",
};

/** The provider of identity, whole or not at all. Every problem goes to `tell`, without the value: one is a secret. */
export function readOidc(env: Env, publicUrl: string | undefined, tell: Tell): OidcSettings | undefined {
  const names: readonly Name[] = [...REQUIRED, ...OPTIONAL];
  if (names.every((name) => (env[name] ?? "") === "")) return undefined;
  const read = <N extends Name>(name: N): Exclude<ReturnType<(typeof READERS)[N]>, null> | undefined => {
    const text = env[name] ?? "";
    const isRequired = REQUIRED.some((required) => required === name);
    const value = text === "" ? null : READERS[name](text);
    if (text === "" ? isRequired : value === null) tell(`${name}: ${text === "" ? MISSING : EXPECTED[name]}`);
    return (value ?? undefined) as Exclude<ReturnType<(typeof READERS)[N]>, null> | undefined;
  };
  if (publicUrl === undefined && (env.PUBLIC_URL ?? "") === "") tell(`PUBLIC_URL: ${NO_ADDRESS}`);
  // What is missing was told, and the whole reading throws: the rest of these values is never seen.
  return {
    issuer: read("OIDC_ISSUER") ?? "",
    clientId: read("OIDC_CLIENT_ID") ?? "",
    clientSecret: read("OIDC_CLIENT_SECRET"),
    scope: read("OIDC_SCOPE") ?? "openid profile email",
    userClaim: read("OIDC_USER_CLAIM") ?? "preferred_username",
    groupsClaim: read("OIDC_GROUPS_CLAIM") ?? "groups",
    groups: read("OIDC_GROUPS") ?? new Map(),
    trustsMfa: read("OIDC_TRUST_MFA") ?? false,
    redirectUri: `${publicUrl ?? ""}/login`,
  };
}

function readIssuer(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isSafe = isSafeAddress(url);
  const isBare = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return isSafe && isBare ? text : null;
}

function readGroups(text: string): ReadonlyMap<string, readonly string[]> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  const isGood = entries.every(([, groups]) => Array.isArray(groups) && groups.every((group) => GROUP.test(String(group))));
  return isGood && entries.length > 0 ? new Map(entries) : null;
}
