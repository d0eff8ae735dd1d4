/*
 * Long on purpose: the one address that sessions come from, with the three ways to it, which must end alike.
 */
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { EnterpriseStart, SecondStep, SignInWait, SignInWaysResult, TokenReply } from "../../shared/protocol/screen.ts";
import { groupOf, viewerOf } from "../auth/account.ts";
import { findByPassword, findUsable, GIVEN_HOURS, isOver, type OpenedAccount, stampUser } from "../auth/credentials.ts";
import { withDelegations } from "../auth/delegations.ts";
import { rememberDevice } from "../auth/devices.ts";
import { type Enterprise, EnterpriseRefusal, type EnterpriseUser } from "../auth/enterprise.ts";
import { keepIdentity, userOfIdentity } from "../auth/identities.ts";
import { takeCode } from "../auth/second-factor.ts";
import { handOut, takeBack } from "../auth/second-step.ts";
import { openSession, type Proof } from "../auth/session-store.ts";
import type { SignInTry } from "../auth/sign-in-throttle.ts";
import { countVisit } from "../auth/visit-limits.ts";
import { badInput } from "../base/params.ts";
import { forTenant, writtenBy } from "../db/driver/tenant-statements.ts";
import { sessionSettings } from "../query/site-settings.ts";
import { failed, ok } from "./envelope.ts";
import { mustEnrol } from "./must-enrol.ts";
import { required } from "./required.ts";
import type { Call, PublicRoute } from "./route.ts";

const WRONG = "用户名或密码错误";
const OVER = `初始密码已过期（${GIVEN_HOURS}小时内有效），请联系管理员重新设置`;
const NO_PASSWORDS = "本系统已停用密码登录，请使用企业账号登录";
const ASK_FACTOR = "请输入两步验证码";
const WRONG_FACTOR = "验证码不正确，或已使用过";
const LATE_FACTOR = "验证已超时，请重新登录";
const NO_ENTERPRISE = "没有设置企业账号登录";

/** Ways to sign in (`grant_type`), each to who it opens a session for, or to what is asked of him besides. */
const GRANTS: Readonly<Record<string, (call: Call) => Promise<Opened | ReturnType<typeof failed>>>> = {
  password: byPassword,
  second_factor: bySecondFactor,
  authorization_code: byEnterprise,
};

/** An account that has shown all that is asked of it. */
interface Opened extends Proof {
  readonly account: OpenedAccount;
}

/**
 * POST /connect/token. Its success has no envelope but `expires_in`. `device` is what the browser is known by (empty: it has
 * nothing yet, and is given it), `ticket` what an earlier try was told to wait with (docs/decisions/17). Who has a second factor gets 422 with
 * a `proof` of his first one, and comes back with it and a code (docs/decisions/86).
 */
export const signIn: PublicRoute = {
  path: "/connect/token",
  access: "public",
  handle: async (call) => {
    const grant = Object.hasOwn(GRANTS, required(call.params, "grant_type")) ? GRANTS[call.params.grant_type ?? ""] : undefined;
    if (grant === undefined) throw badInput(`参数 grant_type 只支持 ${Object.keys(GRANTS).join("、")}`);
    const opened = await grant(call);
    return "account" in opened ? enter(call, opened) : opened;
  },
};

/** POST Comm/UserCheck: how long the next sign-in waits. Never whether the user exists (docs/decisions/17): users are not even read. */
export const userCheck: PublicRoute = {
  path: "/Comm/UserCheck",
  access: "public",
  handle: async (call) => ok<SignInWait>(await call.services.throttle.waitOf(tryOf(call))),
};

/** What the login page offers. */
export const getSignInWays: PublicRoute = {
  path: "/login/GetSignInWays",
  access: "public",
  handle: async ({ services: { signIn: ways } }) =>
    ok<SignInWaysResult>({ enterprise: ways.enterprise !== null, password: ways.byPassword === "all" ? "all" : "few" }),
};

/** Begins a sign-in at the provider of identity: where the browser goes, and what it keeps until it comes back (docs/decisions/87). */
export const beginEnterprise: PublicRoute = {
  path: "/login/BeginEnterprise",
  access: "public",
  handle: async (call) => ok<EnterpriseStart>(await telling(call, () => enterpriseOf(call).begin())),
};

async function byPassword(call: Call): Promise<Opened | ReturnType<typeof failed>> {
  const { params, services, ip, log } = call;
  const { kysely } = services.database;
  const [username, password] = [required(params, "username"), required(params, "password")];
  let found: OpenedAccount | null = null;
  const isRight = await services.throttle.run(tryOf(call), async () => {
    found = await findByPassword(kysely, services.registry.current(), username, password);
    if (found !== null) refusePassword(call, found);
    return found !== null;
  });
  // A wrong name is not logged: it may be a password typed into the wrong box.
  log.info(isRight ? { user: username, isRight } : { isRight, ip }, "sign-in");
  return found === null ? failed(CODE.badInput, WRONG) : withFactor(call, { account: found, isProven: false, groups: null });
}

/** Only who knows the password is told why it opens nothing. */
function refusePassword({ services }: Call, { USER_ID, given }: OpenedAccount): void {
  const { byPassword: allowed } = services.signIn;
  // guard key: tests/server/app/enterprise.test.ts
  if (allowed !== "all" && !allowed.has(USER_ID)) throw new ApiError(CODE.rule, NO_PASSWORDS);
  if (given !== null && isOver(given, services.now())) throw new ApiError(CODE.rule, OVER);
}

/** What is known of somebody who has shown his first factor. */
interface FirstFactor extends Pick<Proof, "groups"> {
  readonly user: string;
  /** Of the password as it was; another one makes this worthless. */
  readonly stamp: string;
}

/** Asks who has a second factor for it, unless he has shown one. */
async function withFactor({ services }: Call, opened: Opened): Promise<Opened | ReturnType<typeof failed>> {
  const { account, isProven, groups } = opened;
  // guard key as true: tests/server/app/second-factor.test.ts
  if (isProven || !account.hasFactor) return opened;
  const first: FirstFactor = { user: account.USER_ID, stamp: account.stamp, groups };
  const proof = await handOut(services.database.kysely, "second-factor", first, services.now());
  return failed(CODE.rule, ASK_FACTOR, { proof } satisfies SecondStep);
}

async function bySecondFactor({ params, services, ip, log }: Call): Promise<Opened | ReturnType<typeof failed>> {
  const { kysely } = services.database;
  const [proof, code] = [required(params, "proof"), required(params, "otp")];
  const first = await takeBack<FirstFactor>(kysely, "second-factor", proof, services.now());
  if (first === null) throw new ApiError(CODE.rule, LATE_FACTOR);
  const account = await findUsable(kysely, services.registry.current(), first.user);
  // guard key as account !== null && (first.groups?.includes(groupOf(account)) ?? true): tests/server/app/second-factor.test.ts
  // guard key as account !== null && account.stamp === first.stamp: tests/server/app/enterprise.test.ts
  const isStill = account !== null && account.stamp === first.stamp && (first.groups?.includes(groupOf(account)) ?? true);
  if (!isStill) throw new ApiError(CODE.rule, LATE_FACTOR);
  const isRight = await services.throttle.runFactor({ user: account.USER_ID, device: params.device ?? "" }, () =>
    takeCode(kysely, account.USER_ID, code, services.now()),
  );
  log.info({ user: account.USER_ID, isRight, ip }, "second factor");
  return isRight ? { account, isProven: true, groups: first.groups } : failed(CODE.badInput, WRONG_FACTOR);
}

async function byEnterprise(call: Call): Promise<Opened | ReturnType<typeof failed>> {
  const { params, services, ip } = call;
  const enterprise = enterpriseOf(call);
  const [flow, callback] = [required(params, "flow"), required(params, "callback")];
  await countVisit(services.database.kysely, { kind: "enterprise", ip, now: services.now() });
  return telling(call, async () => {
    const who = await enterprise.finish(flow, callback);
    const account = await accountOf(call, who);
    return withFactor(call, { account, isProven: who.isProven, groups: who.groups });
  });
}

/** The user that somebody is, in a group in which the provider lets him act. Throws an {@link EnterpriseRefusal} that says what is missing. */
async function accountOf({ services }: Call, who: EnterpriseUser): Promise<OpenedAccount> {
  const { kysely } = services.database;
  const known = await userOfIdentity(kysely, who);
  const name = known ?? who.name;
  if (name === null) throw new EnterpriseRefusal("企业账号没有提供用户名，请联系系统管理员", "no name");
  if (who.groups.length === 0) throw new EnterpriseRefusal("您的企业账号不在任何可以使用本系统的组中，请联系系统管理员", "no group");
  const account = await findUsable(kysely, services.registry.current(), name);
  if (account === null) throw new EnterpriseRefusal("您的企业账号在本系统中没有启用的用户，请联系系统管理员开通", "no user");
  // guard key: tests/server/app/enterprise.test.ts
  if (!who.groups.includes(groupOf(account)))
    throw new EnterpriseRefusal("您的企业账号所在的组与本系统中的用户组不一致，请联系系统管理员", "other group");
  // guard key as known === null && !(await keepIdentity(kysely, who, name, services.now())) && false: tests/server/app/enterprise.test.ts
  if (known === null && !(await keepIdentity(kysely, who, name, services.now())))
    throw new EnterpriseRefusal("该用户已绑定其他企业账号，请联系系统管理员解除绑定", "bound");
  return account;
}

/** Runs a step at the provider; why it came to nothing goes to the log, in the provider's words. */
async function telling<T>({ log, ip }: Call, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof EnterpriseRefusal) log.warn({ reason: error.reason, ip }, "enterprise sign-in refused");
    throw error;
  }
}

function enterpriseOf({ services }: Call): Enterprise {
  const { enterprise } = services.signIn;
  if (enterprise === null) throw new ApiError(CODE.missing, NO_ENTERPRISE);
  return enterprise;
}

function tryOf({ params, ip }: Call): SignInTry {
  return { user: required(params, "username"), ip, device: params.device ?? "", ticket: params.ticket ?? "" };
}

/**
 * The token reply, with a session that did not exist before. `change_password` and `enrol_second_factor` are there where nothing else can be
 * called before (docs/decisions/82, 86).
 */
async function enter({ params, services, ip, agent }: Call, { account, ...proof }: Opened): Promise<TokenReply> {
  const { kysely } = services.database;
  const { USER_ID } = account;
  const registry = services.registry.current();
  const now = services.now();
  const byUser = writtenBy(kysely, USER_ID);
  await stampUser(forTenant(byUser, { as: "shop", shop: account.SHOP_ID }), registry, USER_ID, "lastlogin", now);
  const own = viewerOf(account, registry);
  const limits = sessionSettings({ registry, viewer: own }, ["login.maxHours", "password.minLength"]);
  const hours = limits["login.maxHours"];
  const token = await openSession(kysely, USER_ID, { ip, agent }, proof, { now, hours });
  const viewer = await withDelegations(kysely, registry, own, now);
  const isGiven = proof.groups === null && account.given !== null;
  // A device is told only to those who know what to do with it.
  const device = params.device === undefined ? {} : { device: await rememberDevice(kysely, USER_ID, params.device, now) };
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: hours * 3600,
    ...(isGiven && { change_password: true as const, password_length: limits["password.minLength"] }),
    ...(mustEnrol(services, { isProven: proof.isProven, viewer }) && { enrol_second_factor: true as const }),
    ...device,
  };
}
