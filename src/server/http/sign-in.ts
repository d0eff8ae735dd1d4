import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { SignInWait, TokenReply } from "../../shared/protocol/screen.ts";
import { findByPassword, GIVEN_HOURS, isOver, stampUser } from "../auth/credentials.ts";
import { rememberDevice } from "../auth/devices.ts";
import { LIFETIME_S, openSession } from "../auth/session-store.ts";
import type { SignInTry } from "../auth/sign-in-throttle.ts";
import { badInput } from "../base/params.ts";
import { failed, ok } from "./envelope.ts";
import { required } from "./required.ts";
import type { Call, PublicRoute } from "./route.ts";

const WRONG = "用户名或密码错误";
const OVER = `初始密码已过期（${GIVEN_HOURS}小时内有效），请联系管理员重新设置`;

/**
 * POST /connect/token. Its success has no envelope but `expires_in`. `device` is what the browser is known by (empty: it has
 * nothing yet, and is given it), `ticket` what an earlier try was told to wait with (docs/decisions/17).
 */
export const signIn: PublicRoute = {
  path: "/connect/token",
  access: "public",
  handle: async (call) => {
    const { params, services, ip, log } = call;
    const { kysely } = services.database;
    if (required(params, "grant_type") !== "password") throw badInput("参数 grant_type 只支持 password");
    const [username, password] = [required(params, "username"), required(params, "password")];
    let opened: Opened | null = null;
    const who = tryOf(call);
    const isRight = await services.throttle.run(who, async () => {
      opened = await open(call, username, password);
      return opened !== null;
    });
    // A wrong name is not logged: it may be a password typed into the wrong box.
    log.info(isRight ? { user: username, isRight } : { isRight, ip }, "sign-in");
    if (opened === null) return failed(CODE.badInput, WRONG);
    const answer = answerOf(opened);
    // Only to those who know what to do with it.
    if (params.device === undefined) return answer;
    return { ...answer, device: await rememberDevice(kysely, username, who.device, services.now()) };
  },
};

/** POST Comm/UserCheck: how long the next sign-in waits. Never whether the user exists (docs/decisions/17): users are not even read. */
export const userCheck: PublicRoute = {
  path: "/Comm/UserCheck",
  access: "public",
  handle: async (call) => ok<SignInWait>(await call.services.throttle.waitOf(tryOf(call))),
};

function tryOf({ params, ip }: Call): SignInTry {
  return { user: required(params, "username"), ip, device: params.device ?? "", ticket: params.ticket ?? "" };
}

/** A session that a password has opened. */
interface Opened {
  readonly token: string;
  /** The password was given by somebody else: the session is for choosing another one. */
  readonly mustChange: boolean;
}

/** The token reply; `change_password` is there where nothing else can be called before (docs/decisions/82). */
function answerOf({ token, mustChange }: Opened): TokenReply {
  return { access_token: token, token_type: "Bearer", expires_in: LIFETIME_S, ...(mustChange && { change_password: true as const }) };
}

/** null: name and password open nothing. Throws 422 for a given password that is over: only who knows it is told. */
async function open({ services, ip, agent }: Call, username: string, password: string): Promise<Opened | null> {
  const { kysely } = services.database;
  const registry = services.registry.current();
  const now = services.now();
  const account = await findByPassword(kysely, registry, username, password);
  if (account === null) return null;
  if (account.given !== null && isOver(account.given, now)) throw new ApiError(CODE.rule, OVER);
  await stampUser(kysely, registry, account.USER_ID, "lastlogin", now);
  return { token: await openSession(kysely, account.USER_ID, { ip, agent }, now), mustChange: account.given !== null };
}
