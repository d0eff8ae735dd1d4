import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetOldCaptchas } from "../../../src/server/auth/captcha.ts";
import { forgetOldFailures } from "../../../src/server/auth/failure-store.ts";
import { LIMITS } from "../../../src/server/auth/judge-tries.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { solveCaptcha, type TryOptions, tryToSignIn } from "./fixtures/tries.ts";
import { PASSWORD, TODAY } from "./fixtures/world.ts";

const MINUTE = 60_000;
const WRONG = { status: 200, Code: 400, Msg: "用户名或密码错误" };
const NEEDS_CAPTCHA = { status: 200, Code: 400, Msg: "请输入验证码" };
const WRONG_CAPTCHA = { status: 200, Code: 400, Msg: "验证码不正确或已失效，请按新的图片重新输入" };
const closedFor = (minutes: number) => ({ status: 429, Code: 429, Msg: `登录失败次数过多，请${minutes}分钟后再试` });
const narrowFor = (minutes: number) => ({ status: 429, Code: 429, Msg: `登录失败次数过多，请${minutes}分钟后再试，或输入验证码后登录` });
const ENTERED = { status: 200, access_token: expect.stringMatching(/^[\w-]{43}$/) };
const HOME = "192.0.2.1";

describeEngine("the limits on guessing", (open) => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal({ open, settings: { trustProxy: ["127.0.0.1"] } });
  });
  beforeEach(() => portal.advance(11 * MINUTE));

  const attempt = (username: string, password: string, options: TryOptions = {}) =>
    tryToSignIn(portal, username, password, { from: HOME, ...options });
  const needsCaptcha = async (username: string, from = HOME) => {
    const { Result } = await call(portal, null, "Comm/UserCheck", { username }, { headers: { "x-forwarded-for": from } });
    return Result;
  };
  const fail = async (username: string, times: number, from: string) => {
    for (let index = 0; index < times; index++) {
      const captcha = await solveCaptcha(portal, from);
      expect(await attempt(username, `wrong-${index}`, { from, captcha }), `failure ${index + 1} from ${from}`).toMatchObject(WRONG);
    }
  };
  const solved = () => solveCaptcha(portal, HOME);

  describe("a captcha", () => {
    it("is asked for after three failures, by UserCheck and at the sign-in, and not ten minutes later", async () => {
      for (let index = 0; index < 3; index++) {
        expect(await needsCaptcha("clerk")).toEqual({ captcha: false });
        expect(await attempt("clerk", `wrong-${index}`)).toMatchObject(WRONG);
      }
      expect(await needsCaptcha("clerk")).toEqual({ captcha: true });
      expect(await needsCaptcha("clerk", "192.0.2.77"), "from wherever").toEqual({ captcha: true });
      expect(await needsCaptcha("admin"), "others are not concerned").toEqual({ captcha: false });
      expect(await attempt("clerk", PASSWORD)).toMatchObject(NEEDS_CAPTCHA);
      expect(await attempt("clerk", PASSWORD, { captcha: { captchaid: "", captcha: "ACEF" } })).toMatchObject(NEEDS_CAPTCHA);
      portal.advance(10 * MINUTE);
      expect(await needsCaptcha("clerk")).toEqual({ captcha: false });
      expect(await attempt("clerk", PASSWORD)).toMatchObject(ENTERED);
    });

    it("opens with its text in whatever case and width, once", async () => {
      await fail("clerk", 3, HOME);
      const { captchaid, captcha } = await solved();
      const wide = [...captcha.toLowerCase()].map((sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)).join(" ");
      expect(await attempt("clerk", "wrong", { captcha: { captchaid, captcha: wide } })).toMatchObject(WRONG);
      expect(await attempt("clerk", PASSWORD, { captcha: { captchaid, captcha } })).toMatchObject(WRONG_CAPTCHA);
      expect(await attempt("clerk", PASSWORD, { captcha: await solved() })).toMatchObject(ENTERED);
    });

    it("is used up by a wrong answer, over after five minutes, and no other picture's", async () => {
      await fail("clerk", 3, HOME);
      const [first, second, late] = [await solved(), await solved(), await solved()];
      expect(await attempt("clerk", PASSWORD, { captcha: { ...first, captcha: "????" } })).toMatchObject(WRONG_CAPTCHA);
      expect(await attempt("clerk", PASSWORD, { captcha: first })).toMatchObject(WRONG_CAPTCHA);
      expect(await attempt("clerk", PASSWORD, { captcha: { ...second, captchaid: "nowhere" } })).toMatchObject(WRONG_CAPTCHA);
      portal.advance(5 * MINUTE);
      expect(await attempt("clerk", PASSWORD, { captcha: late })).toMatchObject(WRONG_CAPTCHA);
      expect(await attempt("clerk", PASSWORD, { captcha: await solved() }), "wrong captchas count for nothing").toMatchObject(ENTERED);
    });

    it("is a picture of four characters that tells its text to nobody but the eye; so many are kept and no more", async () => {
      const { Code, Result } = await call(portal, null, "Comm/GetCaptcha");
      expect(Code).toBe(200);
      expect(Object.keys(Result)).toEqual(["id", "image"]);
      expect(Result.id).toMatch(/^[\w-]{43}$/);
      const svg = Buffer.from(Result.image.replace("data:image/svg+xml;base64,", ""), "base64").toString();
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^<>]*>(<(rect|path) [^<>]*\/>)+<\/svg>$/);
      const { captcha } = await solved();
      expect(captcha).toMatch(/^[ACEFHJKMNPRTUWXY34679]{4}$/);
      for (let index = 0; index < 25; index++) await solved();
      const kept = await portal.database.kysely.selectFrom("_captcha").selectAll().where("address", "=", HOME).execute();
      expect(kept).toHaveLength(20);
    });
  });

  describe("the lock", () => {
    it("closes after five failures from one address, tells the minutes, spares who is in, and opens again", async () => {
      const inside = await signIn(portal, "clerk");
      await fail("clerk", 5, HOME);
      for (const captcha of [undefined, await solved()]) {
        expect(await attempt("clerk", PASSWORD, captcha === undefined ? {} : { captcha })).toMatchObject(closedFor(10));
      }
      portal.advance(3.5 * MINUTE);
      expect(await attempt("clerk", PASSWORD)).toMatchObject(closedFor(7));
      expect((await call(portal, inside, "login/GetUserInfo")).Code, "who is in stays in").toBe(200);
      expect(await attempt("admin", PASSWORD), "others are not concerned").toMatchObject(ENTERED);
      portal.advance(6.5 * MINUTE);
      expect(await attempt("clerk", PASSWORD)).toMatchObject(ENTERED);
    });

    it("closes for who hammers on without captchas, and for him alone", async () => {
      for (let index = 0; index < 3; index++) expect(await attempt("clerk", `wrong-${index}`)).toMatchObject(WRONG);
      for (let index = 0; index < 2; index++) expect(await attempt("clerk", `wrong-${index}`)).toMatchObject(NEEDS_CAPTCHA);
      expect(await attempt("clerk", PASSWORD)).toMatchObject(closedFor(10));
      const from = "198.51.100.1";
      expect(await attempt("clerk", PASSWORD, { from, captcha: await solveCaptcha(portal, from) })).toMatchObject(ENTERED);
    });

    it("follows the name however it is spelled, and no header", async () => {
      const plain = await openPortal({ open });
      const names = ["clerk", "Clerk", " clerk", "ｃｌｅｒｋ", "CLERK"];
      for (const [index, name] of names.entries()) {
        const answer = await tryToSignIn(plain, name, PASSWORD.slice(1), { from: `10.0.0.${index}` });
        expect(answer, name).toMatchObject(index < 3 ? WRONG : NEEDS_CAPTCHA);
      }
      expect(await tryToSignIn(plain, "clerk", PASSWORD, { from: "10.9.9.9" })).toMatchObject(closedFor(10));
    });

    it("lets the user in with captcha and password while strangers guess, but nobody guess more than twenty times", async () => {
      for (const from of ["198.51.100.1", "198.51.100.2"]) await fail("clerk", from.endsWith("1") ? 4 : 1, from);
      expect(await attempt("clerk", PASSWORD)).toMatchObject(narrowFor(10));
      expect(await attempt("clerk", PASSWORD, { captcha: await solved() })).toMatchObject(ENTERED);
      expect(await needsCaptcha("clerk"), "the strangers' failures stay").toEqual({ captcha: true });
      for (const [index, times] of [4, 4, 4, 3].entries()) await fail("clerk", times, `203.0.113.${index}`);
      for (const from of ["203.0.113.77", HOME]) {
        const answer = await attempt("clerk", PASSWORD, { from, captcha: await solveCaptcha(portal, from) });
        expect(answer).toMatchObject(closedFor(10));
      }
    });

    it("counts tries of one user that come at once", async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_none, index) => attempt("none", `wrong-${index}`)));
      expect(answers.filter(({ Msg }) => Msg === WRONG.Msg)).toHaveLength(3);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    });

    it("stops one address that tries many users, at once or not", async () => {
      const from = "198.51.100.9";
      const spray = (count: number, prefix: string) =>
        Promise.all(Array.from({ length: count }, (_none, index) => attempt(`${prefix}-${index}`, "Guess-1-of-all", { from })));
      const answers = await spray(100, "user");
      const compared = answers.filter(({ Msg }) => Msg === WRONG.Msg).length;
      expect(compared).toBeGreaterThanOrEqual(LIMITS.captchaOfAddress);
      expect(compared, "a few are under way when the limit is reached").toBeLessThan(LIMITS.captchaOfAddress + 4);
      expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(100 - LIMITS.address - 4);
      expect(await attempt("admin", PASSWORD, { from, captcha: await solveCaptcha(portal, from) })).toMatchObject(closedFor(10));
      expect(await attempt("admin", PASSWORD)).toMatchObject(ENTERED);
    });

    it("does not count what succeeds, and a success wipes out the own failures", async () => {
      for (let index = 0; index < 12; index++) expect(await attempt("admin", PASSWORD)).toMatchObject(ENTERED);
      for (let index = 0; index < 4; index++) {
        expect(await attempt("admin", "wrong")).toMatchObject(WRONG);
        expect(await attempt("admin", "wrong")).toMatchObject(WRONG);
        expect(await attempt("admin", PASSWORD)).toMatchObject(ENTERED);
      }
    });

    it("treats names that nobody has like the others, to the byte", async () => {
      const story = async (name: string, from: string) => {
        const bodies: unknown[] = [];
        for (let index = 0; index < 8; index++) {
          bodies.push(await needsCaptcha(name, from), (await attempt(name, `wrong-${index}`, { from })).body);
          const captcha = await solveCaptcha(portal, from);
          bodies.push((await attempt(name, `wrong-${index}`, { from, captcha })).body);
        }
        return bodies;
      };
      expect(await story("nobody-at-all", "198.51.100.21")).toEqual(await story("clerk", "198.51.100.22"));
    });

    it("is lifted by a new password from an administrator", async () => {
      await fail("s2", 3, "198.51.100.31");
      await fail("s2", 3, "198.51.100.32");
      expect(await attempt("s2", PASSWORD)).toMatchObject(narrowFor(10));
      const admin = await signIn(portal, "admin");
      const filter = JSON.stringify([{ field: "USER_ID", operator: "eq", value: "s2" }]);
      const { Result } = await call(portal, admin, "Module/805/GetPage", { filter });
      const reset = { action: "resetpwd", ids: String(Result.rows[0].Id), rowver: String(Result.rows[0].rowver) };
      const done = await call(portal, admin, "Module/805/Action", reset, { headers: { "idempotency-key": "lift-the-lock" } });
      expect(done.Result.results[0]).toMatchObject({ Code: 200 });
      const password = /[a-z]{4}\d{4}[a-z]{4}/.exec(done.body)?.[0] ?? "";
      expect(await attempt("s2", password)).toMatchObject(ENTERED);
    });

    it("is the same at every server of one database", async () => {
      const other = await openPortal({
        open: async () => portal.database,
        fill: async () => undefined,
        settings: { trustProxy: ["127.0.0.1"] },
      });
      // Its clock is its own: both look at the same ten minutes.
      portal.advance(Date.parse(`${TODAY}T23:00:00+08:00`) - (await clock()));
      other.advance(13 * 60 * MINUTE);
      const at = (server: Portal, password: string, more: TryOptions = {}) =>
        tryToSignIn(server, "clerk", password, { from: HOME, ...more });
      for (const server of [portal, other, portal]) expect(await at(server, "wrong")).toMatchObject(WRONG);
      expect(await at(other, PASSWORD)).toMatchObject(NEEDS_CAPTCHA);
      expect(await at(other, PASSWORD, { captcha: await solved() })).toMatchObject(ENTERED);
    });

    it("forgets what no longer counts", async () => {
      const { kysely } = portal.database;
      const count = async (table: string) => (await kysely.selectFrom(table).selectAll().execute()).length;
      await attempt("clerk", "wrong");
      await solved();
      const now = await clock();
      await forgetOldFailures(kysely, new Date(now));
      await forgetOldCaptchas(kysely, new Date(now));
      expect([await count("_sign_in_failure"), await count("_captcha")]).toEqual([1, 1]);
      await forgetOldFailures(kysely, new Date(now + 10 * MINUTE));
      await forgetOldCaptchas(kysely, new Date(now + 5 * MINUTE));
      expect([await count("_sign_in_failure"), await count("_captcha")]).toEqual([0, 0]);
    });
  });

  it("keeps no name and no password of a failure", async () => {
    await attempt("typed-Password-1-here", "Secret-2-too");
    const rows = JSON.stringify(await portal.database.kysely.selectFrom("_sign_in_failure").selectAll().execute());
    for (const text of [rows, portal.log.join("")]) expect(text).not.toMatch(/typed-Password|Secret-2/i);
  });

  /** The portal's time, as the last session tells it. */
  async function clock(): Promise<number> {
    const token = await signIn(portal, "admin");
    expect(token).not.toBe("");
    const { created } = await portal.database.kysely
      .selectFrom("_session")
      .select("created")
      .orderBy("created", "desc")
      .executeTakeFirstOrThrow();
    return new Date(String(created)).getTime();
  }
});

describe("tries over a hundred addresses and a hundred users", () => {
  /** Three thousand tries: whatever follows within the ten minutes is refused unheard like the last of them. */
  const ROUNDS = 30;

  it("are at most five for each user, and let nobody in who has not got the password", async () => {
    const portal = await openPortal({ settings: { trustProxy: ["127.0.0.1"] } });
    const inside = await signIn(portal, "admin");
    const users = ["admin", "clerk", "s1", "mall01", ...Array.from({ length: 96 }, (_none, index) => `user${index}`)];
    const compared = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const tryOne = async (user: string, index: number) => {
        const { Msg } = await tryToSignIn(portal, user, `Guess-${round}-of-all`, { from: `198.51.100.${(index + round) % 100}` });
        if (Msg === WRONG.Msg) compared.set(user, (compared.get(user) ?? 0) + 1);
      };
      await Promise.all(users.map(tryOne));
    }
    expect(Math.max(...compared.values())).toBeLessThanOrEqual(LIMITS.user);
    expect(await tryToSignIn(portal, "clerk", PASSWORD, { from: "198.51.100.3" })).not.toHaveProperty("access_token");
    expect((await call(portal, inside, "login/GetUserInfo")).Code).toBe(200);
  });
});
