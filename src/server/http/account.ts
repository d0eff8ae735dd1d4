import { brandOf } from "../../shared/domain/brand-colour.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { LogoutResult, ShellInfo, UserInfo } from "../../shared/protocol/screen.ts";
import { changePassword, findByPassword } from "../auth/credentials.ts";
import { newPasswordProblems } from "../auth/new-password.ts";
import type { Session } from "../auth/session.ts";
import { closeOtherSessions, closeSession, closeSessionOf, sessionsOf } from "../auth/session-store.ts";
import { badInput } from "../base/params.ts";
import { SHOP } from "../base/technical.ts";
import { profileOf } from "../base/viewer.ts";
import type { QueryContext } from "../query/context.ts";
import { scoped } from "../query/scope.ts";
import { sessionSettings, siteSettings } from "../query/site-settings.ts";
import { ok } from "./envelope.ts";
import { required } from "./required.ts";
import type { SessionRoute } from "./route.ts";

/** `username` is accepted and not looked at: the session says who asks. */
export const getUserInfo: SessionRoute = {
  path: "/login/GetUserInfo",
  access: "session",
  handle: async ({ session, context }) => ok(await userInfo(session, context)),
};

/** User info once more, with a line in the log (docs/decisions/17). */
export const login: SessionRoute = {
  path: "/login/login",
  access: "session",
  handle: async ({ session, context, log }) => {
    log.info({ user: session.viewer.userId, shop: session.viewer.shopId }, "entered");
    return ok(await userInfo(session, context));
  },
};

/**
 * Who came by the provider of identity is told where his session there ends (docs/decisions/87).
 * Decision: no Clear-Site-Data header. Nothing of ours is stored by the browser (no-store, no cookies that identify), and clearing
 * the origin's storage would sign out other tabs that belong to other users.
 */
export const logout: SessionRoute = {
  path: "/login/logout",
  access: "session",
  isForGiven: true,
  isForEnrolment: true,
  handle: async ({ session, services }) => {
    await closeSession(services.database.kysely, session.tokenHash);
    const url = session.isEnterprise ? await services.signIn.enterprise?.logoutUrl() : null;
    return ok(url ? ({ url } satisfies LogoutResult) : null);
  },
};

/** Changes the caller's own password and no other, whatever `personId` says (docs/decisions/17). */
export const updatePassword: SessionRoute = {
  path: "/Usr/UpdateUsrPass",
  access: "session",
  isForGiven: true,
  handle: async ({ params, session, context, services, ip, log }) => {
    const { viewer, tokenHash } = session;
    const { OldPass: oldPass = "", NewPass: newPass = "" } = params;
    const problems = await newPassProblems(context, oldPass, newPass);
    if (problems.length > 0) throw badInput(problems.join("；"));
    const isRight = await services.throttle.runOwn(viewer.userId, async () => {
      return (await findByPassword(context.db, context.registry, viewer.userId, oldPass)) !== null;
    });
    log.info({ user: viewer.userId, isRight, ip }, "password change");
    // guard key: tests/server/app/account.test.ts
    if (!isRight) throw new ApiError(CODE.rule, "原密码不正确");
    await changePassword(context.db, context.registry, viewer.userId, newPass, tokenHash, services.now());
    return ok(null, "密码已修改");
  },
};

/** Where the caller is signed in. */
export const getSessions: SessionRoute = {
  path: "/Usr/GetSessions",
  access: "session",
  handle: async ({ session, services, context }) => {
    const { "login.idleMinutes": idleMinutes } = sessionSettings(context, ["login.idleMinutes"]);
    const { viewer, tokenHash } = session;
    return ok(await sessionsOf(services.database.kysely, viewer.userId, tokenHash, { now: services.now(), idleMinutes }));
  },
};

/** Ends one session of the caller, or with `id=others` all but the one that asks. Ending what is over is no error. */
export const endSession: SessionRoute = {
  path: "/Usr/EndSession",
  access: "session",
  handle: async ({ params, session, services, log }) => {
    const { kysely } = services.database;
    const { userId } = session.viewer;
    const id = required(params, "id");
    if (id === "others") await closeOtherSessions(kysely, userId, session.tokenHash);
    else await closeSessionOf(kysely, userId, id);
    log.info({ user: userId }, "session ended by its user");
    return ok(null, "已退出");
  },
};

/** All at once: whoever mends one must not meet the next. */
async function newPassProblems(context: QueryContext, oldPassword: string, newPassword: string): Promise<string[]> {
  const missing = Object.entries({ OldPass: oldPassword, NewPass: newPassword }).flatMap(([name, text]) =>
    text === "" ? [`缺少参数 ${name}`] : [],
  );
  if (newPassword === "") return missing;
  const { "password.minLength": shortest } = sessionSettings(context, ["password.minLength"]);
  const broken = await newPasswordProblems(newPassword, { userId: context.viewer.userId, oldPassword, shortest });
  return broken.length === 0 ? missing : [...missing, `新密码（NewPass）应满足：${broken.join("、")}`];
}

async function userInfo({ user }: Session, context: QueryContext): Promise<UserInfo> {
  return { mdl: user.CurMdl, user, shell: await shellInfo(context) };
}

const ENTITY = "Shop";

/** What the frame around the viewer's pages depends on. */
async function shellInfo(ctx: QueryContext): Promise<ShellInfo> {
  const { flags, primary, logo: mark } = profileOf(ctx.registry, ctx.viewer.shopId);
  const { ownLayout, advice } = flags;
  const settings = await siteSettings(ctx, ["site.logo", "site.miniQr"]);
  const limits = sessionSettings(ctx, ["password.minLength", "upload.maxMegabytes"]);
  return {
    ownLayout: ownLayout === true,
    hasAdvice: advice === true,
    brand: primary === null ? null : brandOf(primary),
    mark,
    logo: (await shopLogo(ctx)) || (settings["site.logo"] ?? ""),
    miniQr: (ctx.viewer.side === "supplier" && settings["site.miniQr"]) || "",
    passwordLength: limits["password.minLength"],
    uploadMegabytes: limits["upload.maxMegabytes"],
  };
}

/** Of the own shop, whichever shops the viewer may see besides. */
async function shopLogo(ctx: QueryContext): Promise<string> {
  const scope = scoped(ctx);
  const shop = await scope
    .rows(scope.entity(ENTITY), "s", "reference")
    // guard scope: tests/server/app/shell.test.ts
    .where(`s.${SHOP}`, "=", ctx.viewer.shopId)
    .select("s.logo")
    .$castTo<{ logo: string | null }>()
    .executeTakeFirst();
  return shop?.logo ?? "";
}
