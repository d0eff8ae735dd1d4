import { CODE } from "../../shared/protocol/envelope.ts";
import type { UserCheck } from "../../shared/protocol/screen.ts";
import { addressKey } from "../auth/address-key.ts";
import { makeCaptcha } from "../auth/captcha.ts";
import { findByPassword, stampUser } from "../auth/credentials.ts";
import { LIFETIME_S, openSession } from "../auth/session-store.ts";
import { badInput } from "../base/params.ts";
import { failed, ok } from "./envelope.ts";
import { required } from "./required.ts";
import type { Call, PublicRoute } from "./route.ts";

const WRONG = "用户名或密码错误";

/** POST /connect/token. Its success has no envelope but `expires_in`. */
export const signIn: PublicRoute = {
  path: "/connect/token",
  access: "public",
  handle: async (call) => {
    const { params, services, ip, log } = call;
    if (required(params, "grant_type") !== "password") throw badInput("参数 grant_type 只支持 password");
    const [username, password] = [required(params, "username"), required(params, "password")];
    let token = "";
    const captcha = { id: params.captchaid ?? "", text: params.captcha ?? "" };
    const isRight = await services.throttle.run({ user: username, ip, captcha }, async () => {
      token = await tokenFor(call, username, password);
      return token !== "";
    });
    // A wrong name is not logged: it may be a password typed into the wrong box.
    log.info(isRight ? { user: username, isRight } : { isRight, ip }, "sign-in");
    if (!isRight) return failed(CODE.badInput, WRONG);
    return { access_token: token, token_type: "Bearer", expires_in: LIFETIME_S };
  },
};

/**
 * POST Comm/UserCheck: whether the next sign-in needs a captcha. Never whether the user exists (docs/decisions/17): users are not even
 * read.
 */
export const userCheck: PublicRoute = {
  path: "/Comm/UserCheck",
  access: "public",
  handle: async ({ params, services, ip }) =>
    ok<UserCheck>({ captcha: await services.throttle.needsCaptcha(required(params, "username"), ip) }),
};

/** POST Comm/GetCaptcha: a picture whose text goes with one sign-in, as `captchaid` and `captcha`. */
export const getCaptcha: PublicRoute = {
  path: "/Comm/GetCaptcha",
  access: "public",
  handle: async ({ services, ip }) => ok(await makeCaptcha(services.database.kysely, addressKey(ip), services.now())),
};

async function tokenFor({ services, ip, agent }: Call, username: string, password: string): Promise<string> {
  const { kysely } = services.database;
  const registry = services.registry.current();
  const account = await findByPassword(kysely, registry, username, password);
  if (account === null) return "";
  await stampUser(kysely, registry, account.USER_ID, "lastlogin", services.now());
  return openSession(kysely, account.USER_ID, { ip, agent }, services.now());
}
