import { timeOf } from "../../shared/domain/day.ts";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { FactorOffer, FactorResult, RecoveryCodes } from "../../shared/protocol/screen.ts";
import { findByPassword } from "../auth/credentials.ts";
import { factorOf, keepFactor, offerFactor, removeFactor, renewCodes, stepOf, takeCode } from "../auth/second-factor.ts";
import { handOut, takeBack } from "../auth/second-step.ts";
import { closeOtherSessions, markProven } from "../auth/session-store.ts";
import { ok } from "./envelope.ts";
import { isPowerful } from "./must-enrol.ts";
import { required } from "./required.ts";
import type { SessionCall, SessionRoute } from "./route.ts";

/** So long (ms) a sign-in by the provider of identity stands for the password that such a user need not have. */
const FRESH_MS = 10 * 60_000;
const STALE = "请退出后用企业账号重新登录，再在十分钟内办理";
const WRONG = "密码或验证码不正确";
const WRONG_CODE = "验证码不正确，请核对手机的时间后重试";
const LATE = "设置已超时，请重新开始";
const NONE = "尚未设置两步验证";
const REQUIRED = "您的权限要求两步验证，不能关闭；可以更换";

/** What the caller has of a second factor. */
export const getSecondFactor: SessionRoute = {
  path: "/Usr/GetSecondFactor",
  access: "session",
  isForEnrolment: true,
  handle: async ({ session, services, context }) => {
    const state = await factorOf(context.db, session.viewer.userId);
    return ok<FactorResult>({
      isOn: state !== null,
      since: state === null ? "" : timeOf(state.since),
      codesLeft: state?.codesLeft ?? 0,
      isRequired: services.signIn.needsFactor && isPowerful(services.registry.current(), session.viewer),
      asksPassword: !session.isEnterprise,
    });
  },
};

/** Offers a new second factor; nothing is kept before a code of it is shown. Asks for the password, and for a code of the one there is. */
export const beginSecondFactor: SessionRoute = {
  path: "/Usr/BeginSecondFactor",
  access: "session",
  isForEnrolment: true,
  handle: async (call) => {
    const { session, context } = call;
    const { userId } = session.viewer;
    await proveSelf(call, (await factorOf(context.db, userId)) !== null);
    const { secret, uri } = offerFactor(userId);
    const offered: Offered = { session: session.tokenHash, secret };
    return ok<FactorOffer>({ secret, uri, proof: await handOut(context.db, "enrolment", offered, context.now) });
  },
};

/** Keeps the second factor that was offered, once a code shows that the app has it. Ends the caller's other sessions; tells the recovery codes. */
export const confirmSecondFactor: SessionRoute = {
  path: "/Usr/ConfirmSecondFactor",
  access: "session",
  isForEnrolment: true,
  handle: async ({ params, session, services, context, log }) => {
    const { userId } = session.viewer;
    const [proof, code] = [required(params, "proof"), required(params, "otp")];
    const offered = await takeBack<Offered>(context.db, "enrolment", proof, context.now);
    // guard key as offered === null: tests/server/app/second-factor.test.ts
    if (offered === null || offered.session !== session.tokenHash) throw new ApiError(CODE.rule, LATE);
    let step: number | null = null;
    await services.throttle.runOwn(userId, async () => {
      step = stepOf(offered.secret, code, context.now);
      return step !== null;
    });
    if (step === null) throw new ApiError(CODE.rule, WRONG_CODE);
    const kept = { secret: offered.secret, step };
    const codes = await context.db.transaction().execute(async (trx) => {
      const told = await keepFactor(trx, userId, kept, context.now);
      await markProven(trx, session.tokenHash);
      await closeOtherSessions(trx, userId, session.tokenHash);
      return told;
    });
    log.info({ user: userId }, "second factor set up");
    return ok<RecoveryCodes>({ codes }, "两步验证已开启");
  },
};

/** Other recovery codes in place of those there are. */
export const renewRecoveryCodes: SessionRoute = {
  path: "/Usr/RenewRecoveryCodes",
  access: "session",
  handle: async (call) => {
    const { session, context, log } = call;
    await proveSelf(call, true);
    const codes = await context.db.transaction().execute((trx) => renewCodes(trx, session.viewer.userId));
    if (codes.length === 0) throw new ApiError(CODE.rule, NONE);
    log.info({ user: session.viewer.userId }, "recovery codes renewed");
    return ok<RecoveryCodes>({ codes });
  },
};

/** The caller gives up his second factor; not where his rights require one. */
export const removeSecondFactor: SessionRoute = {
  path: "/Usr/RemoveSecondFactor",
  access: "session",
  handle: async (call) => {
    const { session, context, services, log } = call;
    // guard key: tests/server/app/second-factor.test.ts
    if (services.signIn.needsFactor && isPowerful(services.registry.current(), session.viewer)) throw new ApiError(CODE.rule, REQUIRED);
    await proveSelf(call, true);
    await context.db.transaction().execute((trx) => removeFactor(trx, session.viewer.userId));
    log.info({ user: session.viewer.userId }, "second factor given up");
    return ok(null, "两步验证已关闭");
  },
};

/** A second factor on its way to be kept. */
interface Offered {
  /** In which it was asked for, hence of whom. */
  readonly session: string;
  readonly secret: string;
}

/**
 * Lets on who proves that he is who signed in, an open session being what may have been stolen: by his password (`OldPass`), or where he came by the
 * provider of identity by having come just now; and by a code (`otp`) where he has a second factor. Tries count together (docs/decisions/17).
 */
async function proveSelf({ params, session, services, context }: SessionCall, hasFactor: boolean): Promise<void> {
  const { viewer, isEnterprise, created } = session;
  // guard rate: tests/server/app/enterprise.test.ts
  if (isEnterprise && context.now.getTime() - created.getTime() > FRESH_MS) throw new ApiError(CODE.rule, STALE);
  const password = isEnterprise ? "" : required(params, "OldPass");
  const code = hasFactor ? required(params, "otp") : "";
  const isRight = await services.throttle.runOwn(viewer.userId, async () => {
    const isKnown = isEnterprise || (await findByPassword(context.db, context.registry, viewer.userId, password)) !== null;
    return isKnown && (!hasFactor || (await takeCode(context.db, viewer.userId, code, context.now)));
  });
  // guard key: tests/server/app/second-factor.test.ts
  if (!isRight) throw new ApiError(CODE.rule, WRONG);
}
