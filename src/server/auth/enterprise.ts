import type { Configuration, IDToken } from "openid-client";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Db } from "../db/connect.ts";
import type { OidcSettings } from "./oidc-settings.ts";
import { handOut, takeBack } from "./second-step.ts";

/** Seconds: one call to the provider, and how far its clock may be from ours. */
const TIMEOUT_S = 5;
const CLOCKS_S = 30;
/** What the provider says of itself is read anew so often (ms). */
const KNOWN_FOR = 12 * 3_600_000;
const MFA = "mfa";

/** Somebody as the provider has shown him to be. */
export interface EnterpriseUser {
  readonly issuer: string;
  readonly subject: string;
  /** Who he is in the portal, by the claim that the settings name; null: it is not there, or not to be relied on. */
  readonly name: string | null;
  /** The groups of the portal that he may act in, each as `SHOP_ID/GroupId`. */
  readonly groups: readonly string[];
  /** He has shown the provider a second factor, and the settings trust in that. */
  readonly isProven: boolean;
}

/** What goes with the browser to the provider and back. */
interface Way {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const LOST = "登录请求已过期，或不是从本页发起的，请重新登录";
const DOWN = "企业登录服务暂时无法连接，请稍后重试";
const WRONG = "企业登录服务的应答无法核实，请联系系统管理员";
const CLOCK = "企业登录服务与本系统的时间相差过大，请联系系统管理员校准时间";
const SETTINGS = "企业登录的设置有误，请联系系统管理员";
const REFUSED = "企业账号登录已取消或被拒绝";
const USED = "本次企业登录已失效，请重新登录";

/** Codes of refusals and faults, of the provider (RFC 6749, OpenID Connect Core) and of the client, to what a person is told. */
const TEXTS: Readonly<Record<string, string>> = {
  access_denied: REFUSED,
  login_required: REFUSED,
  consent_required: REFUSED,
  interaction_required: REFUSED,
  invalid_grant: USED,
  invalid_client: SETTINGS,
  unauthorized_client: SETTINGS,
  invalid_request: SETTINGS,
  invalid_scope: SETTINGS,
  unsupported_response_type: SETTINGS,
  server_error: DOWN,
  temporarily_unavailable: DOWN,
  OAUTH_TIMEOUT: DOWN,
  OAUTH_ABORT: DOWN,
  OAUTH_RESPONSE_IS_NOT_CONFORM: DOWN,
  OAUTH_RESPONSE_IS_NOT_JSON: DOWN,
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: CLOCK,
};

/** Why a sign-in at the provider came to nothing: the code goes to the log, the text to the person. Always a refusal, never a failure of ours. */
export class EnterpriseRefusal extends ApiError {
  constructor(
    message: string,
    readonly reason: string,
  ) {
    super(CODE.rule, message);
  }
}

/**
 * Sign-in by a provider of identity: authorization code with PKCE, state and nonce (docs/decisions/87). The client is loaded, and the provider asked
 * about itself, when somebody first signs in by it.
 */
export class Enterprise {
  readonly #settings: OidcSettings;
  readonly #db: Db;
  readonly #now: () => Date;
  #known: { readonly config: Promise<Configuration>; readonly until: number } | null = null;

  constructor(settings: OidcSettings, db: Db, now: () => Date) {
    this.#settings = settings;
    this.#db = db;
    this.#now = now;
  }

  /** Where the browser goes, and what it keeps meanwhile: without it, nobody else's answer can be brought back. */
  async begin(): Promise<{ readonly url: string; readonly flow: string }> {
    const config = await this.#config();
    const client = await import("openid-client");
    const way: Way = { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
    const { redirectUri, scope } = this.#settings;
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      state: way.state,
      nonce: way.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(way.verifier),
      code_challenge_method: "S256",
    });
    return { url: url.href, flow: await handOut(this.#db, "enterprise", way, this.#now()) };
  }

  /** Who came back. `callback` is the query with which the provider sent the browser back. Throws an {@link EnterpriseRefusal}. */
  async finish(flow: string, callback: string): Promise<EnterpriseUser> {
    const way = await takeBack<Way>(this.#db, "enterprise", flow, this.#now());
    const answer = new URLSearchParams(callback);
    if (way === null || answer.get("state") !== way.state) throw new EnterpriseRefusal(LOST, "state");
    const config = await this.#config();
    const client = await import("openid-client");
    const url = new URL(`${this.#settings.redirectUri}?${answer.toString()}`);
    const checks = { expectedState: way.state, expectedNonce: way.nonce, pkceCodeVerifier: way.verifier, idTokenExpected: true };
    const tokens = await client.authorizationCodeGrant(config, url, checks).catch((error: unknown) => {
      // What cannot be verified may be due to keys that have changed: they are read anew.
      this.#known = null;
      return refuse(error);
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new EnterpriseRefusal(WRONG, "no ID token");
    return this.#userOf(await this.#withUserInfo(config, tokens.access_token, claims), claims);
  }

  /** Where the provider ends its own session; null: it has no such place, or cannot be asked. */
  async logoutUrl(): Promise<string | null> {
    try {
      const config = await this.#config();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      const { buildEndSessionUrl } = await import("openid-client");
      return buildEndSessionUrl(config, { post_logout_redirect_uri: this.#settings.redirectUri }).href;
    } catch (error) {
      if (error instanceof EnterpriseRefusal) return null;
      throw error;
    }
  }

  /** The ID token's claims; where those that are needed are not there, with those that the provider tells when asked. */
  async #withUserInfo(config: Configuration, accessToken: string, claims: IDToken): Promise<Readonly<Record<string, unknown>>> {
    const { userClaim, groupsClaim } = this.#settings;
    const isComplete = claims[userClaim] !== undefined && claims[groupsClaim] !== undefined;
    if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return claims;
    const { fetchUserInfo } = await import("openid-client");
    return { ...(await fetchUserInfo(config, accessToken, claims.sub).catch(refuse)), ...claims };
  }

  #userOf(claims: Readonly<Record<string, unknown>>, { iss, sub, amr }: IDToken): EnterpriseUser {
    const { userClaim, groupsClaim, groups, trustsMfa } = this.#settings;
    const name = claims[userClaim];
    // An address that anybody can write into his profile names nobody.
    const isReliable = userClaim !== "email" || claims.email_verified === true;
    const theirs = [claims[groupsClaim]].flat().flatMap((group) => groups.get(String(group)) ?? []);
    return {
      issuer: iss,
      subject: sub,
      name: typeof name === "string" && name !== "" && isReliable ? name : null,
      groups: [...new Set(theirs)],
      isProven: trustsMfa && Array.isArray(amr) && amr.includes(MFA),
    };
  }

  async #config(): Promise<Configuration> {
    const now = this.#now().getTime();
    if (this.#known === null || now >= this.#known.until) this.#known = { config: discover(this.#settings), until: now + KNOWN_FOR };
    const { config } = this.#known;
    try {
      return await config;
    } catch (error) {
      // The next one asks again.
      if (this.#known?.config === config) this.#known = null;
      return refuse(error);
    }
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const client = await import("openid-client");
  const authentication = clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret);
  const url = new URL(issuer);
  const metadata = { [client.clockTolerance]: CLOCKS_S };
  return client.discovery(url, clientId, metadata, authentication, {
    timeout: TIMEOUT_S,
    // The signature of every ID token is checked, also of one that came straight from the provider.
    execute: [client.enableNonRepudiationChecks, ...(url.protocol === "http:" ? [client.allowInsecureRequests] : [])],
  });
}

/** Throws what a person is told of anything that the client throws. */
function refuse(error: unknown): never {
  const { error: told, code } = error as { readonly error?: unknown; readonly code?: unknown };
  const reasons = [told, code].filter((reason) => typeof reason === "string");
  // Where nobody answers there is no code: fetch throws a TypeError.
  const text = reasons.map((reason) => TEXTS[reason]).find((known) => known !== undefined) ?? (error instanceof TypeError ? DOWN : WRONG);
  throw new EnterpriseRefusal(text, reasons.join(" ") || (error as Error).name);
}
