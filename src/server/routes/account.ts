import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { UserInfo } from "../../shared/protocol/screen.ts";
import { changePassword, findByPassword } from "../auth/credentials.ts";
import { isGoodPassword } from "../auth/password.ts";
import type { Session } from "../auth/session.ts";
import { closeSession } from "../auth/session-store.ts";
import { ok } from "../plugins/envelope.ts";
import { badInput } from "../plugins/params.ts";
import { unreadMessages } from "./messages.ts";
import { required } from "./required.ts";
import type { SessionRoute } from "./route.ts";

/** `username` is accepted and not looked at: the session says who asks. */
export const getUserInfo: SessionRoute = {
  path: "/login/GetUserInfo",
  access: "session",
  handle: async ({ session }) => ok(userInfo(session)),
};

/** User info once more, with a line in the log (decision A43). */
export const login: SessionRoute = {
  path: "/login/login",
  access: "session",
  handle: async ({ session, log }) => {
    log.info({ user: session.viewer.userId, shop: session.viewer.shopId }, "entered");
    return ok(userInfo(session));
  },
};

/**
 * Decision: no Clear-Site-Data header. Nothing of ours is stored by the browser (no-store, no cookies that identify), and clearing
 * the origin's storage would sign out other tabs that belong to other users.
 */
export const logout: SessionRoute = {
  path: "/login/logout",
  access: "session",
  handle: async ({ session, services }) => {
    await closeSession(services.database.kysely, session.tokenHash);
    return ok(null);
  },
};

/** What the home page shows at once. */
export const getHomePageData: SessionRoute = {
  path: "/login/GetHomePageData",
  access: "session",
  handle: async ({ context, session }) =>
    ok({ remindcount: await unreadMessages(context), modules: session.user.CurMdl.map(({ MdlId }) => MdlId) }),
};

/** Changes the caller's own password and no other, whatever `personId` says (decision A32). */
export const updatePassword: SessionRoute = {
  path: "/Usr/UpdateUsrPass",
  access: "session",
  handle: async ({ params, session, context, services, ip, log }) => {
    const { viewer, tokenHash } = session;
    const [oldPass, newPass] = [required(params, "OldPass"), required(params, "NewPass")];
    if (!isGoodPassword(newPass)) throw badInput("新密码（NewPass）应为 8 到 128 位，且同时包含字母和数字");
    if (newPass === oldPass) throw badInput("新密码（NewPass）不能与原密码相同");
    const isRight = await services.throttle.run(viewer.userId, ip, async () => {
      return (await findByPassword(context.db, context.registry, viewer.userId, oldPass)) !== null;
    });
    log.info({ user: viewer.userId, isRight }, "password change");
    if (!isRight) throw new ApiError(CODE.rule, "原密码不正确");
    await changePassword(context.db, context.registry, viewer.userId, newPass, tokenHash, services.now());
    return ok(null, "密码已修改");
  },
};

function userInfo({ user }: Session): UserInfo {
  return { mdl: user.CurMdl, user };
}
