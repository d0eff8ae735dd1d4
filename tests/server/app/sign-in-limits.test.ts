import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetOldDevices } from "../../../src/server/auth/devices.ts";
import { forgetOldFailures } from "../../../src/server/auth/failure-store.ts";
import { COUNTS_FOR } from "../../../src/server/auth/judge-tries.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { type TryOptions, tryToSignIn } from "./fixtures/tries.ts";
import { PASSWORD, TODAY } from "./fixtures/world.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WRONG = { status: 200, Code: 400, Msg: "用户名或密码错误" };
const TICKET = /^[0-9a-z]+\.[\w-]{22}$/;
const waits = (time: string) => ({ status: 429, Code: 429, Msg: `登录失败次数过多，请${time}后再试` });
const ENTERED = { status: 200, access_token: expect.stringMatching(/^[\w-]{43}$/), device: expect.stringMatching(/^[\w-]{43}$/) };
const HOME = "192.0.2.1";

describeEngine("guessing", (open) => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal({ open, settings: { trustProxy: ["127.0.0.1"] } });
  });
  beforeEach(() => portal.advance(DAY + MINUTE));

  const attempt = (username: string, password: string, options: TryOptions = {}) =>
    tryToSignIn(portal, username, password, { from: HOME, ...options });
  const waitOf = async (username: string, from = HOME, more: Readonly<Record<string, string>> = {}) => {
    const { Result } = await call(portal, null, "Comm/UserCheck", { username, ...more }, { headers: { "x-forwarded-for": from } });
    return Result;
  };
  /** Fails as often as may be without waiting, from one address after the other. */
  const failFrom = async (username: string, addresses: number, each = 1, network = "198.51.100") => {
    for (let index = 0; index < addresses * each; index++) {
      const from = `${network}.${Math.floor(index / each)}`;
      const first = await attempt(username, `wrong-${index}`, { from });
      if (first.status !== 429) expect(first, `failure ${index + 1}`).toMatchObject(WRONG);
      else {
        portal.advance((first.Result?.wait ?? 0) * SECOND);
        expect(await attempt(username, "wrong", { from, ticket: first.Result?.ticket ?? "" })).toMatchObject(WRONG);
      }
    }
  };

  describe("at a user from one address", () => {
    it("costs nothing three times, then waits twice as long each time, and who has waited is heard", async () => {
      for (let index = 0; index < 3; index++) {
        expect(await waitOf("clerk")).toEqual({ wait: 0, ticket: "" });
        expect(await attempt("clerk", `wrong-${index}`)).toMatchObject(WRONG);
      }
      for (const seconds of [2, 4, 8, 16, 32]) {
        expect(await waitOf("clerk")).toEqual({ wait: seconds, ticket: "" });
        expect(await attempt("clerk", PASSWORD), "the right password waits as well").toMatchObject(waits(`${seconds}秒`));
        portal.advance((seconds - 0.5) * SECOND);
        expect(await attempt("clerk", PASSWORD)).toMatchObject({ ...waits("1秒"), Result: { wait: 1, ticket: "" } });
        portal.advance(0.5 * SECOND);
        expect(await attempt("clerk", "wrong"), `after ${seconds} s`).toMatchObject(WRONG);
      }
      expect(await attempt("clerk", PASSWORD)).toMatchObject(waits("2分钟"));
      expect(await waitOf("clerk", "192.0.2.77"), "others are not concerned").toEqual({ wait: 0, ticket: "" });
      expect(await waitOf("admin")).toEqual({ wait: 0, ticket: "" });
      portal.advance(64 * SECOND);
      expect(await attempt("clerk", PASSWORD)).toMatchObject(ENTERED);
      expect(await waitOf("clerk"), "a success wipes out the own failures").toEqual({ wait: 0, ticket: "" });
    });

    it("is not made longer by tries that are refused", async () => {
      for (let index = 0; index < 3; index++) await attempt("clerk", "wrong");
      for (let index = 0; index < 30; index++) expect(await attempt("clerk", PASSWORD)).toMatchObject(waits("2秒"));
      portal.advance(2 * SECOND);
      expect(await attempt("clerk", PASSWORD)).toMatchObject(ENTERED);
    });

    it("follows the name however it is spelled, and no header", async () => {
      const plain = await openPortal({ open });
      for (const [index, name] of ["clerk", "Clerk", " clerk", "ｃｌｅｒｋ", "CLERK"].entries()) {
        const answer = await tryToSignIn(plain, name, PASSWORD.slice(1), { from: `10.0.0.${index}` });
        expect(answer, name).toMatchObject(index < 3 ? WRONG : waits("2秒"));
      }
      expect(await tryToSignIn(plain, "clerk", PASSWORD, { from: "10.9.9.9" })).toMatchObject(waits("2秒"));
    });

    it("counts tries that come at once", async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_none, index) => attempt("none", `wrong-${index}`)));
      expect(answers.filter(({ Msg }) => Msg === WRONG.Msg)).toHaveLength(3);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
    });

    it("does not count what succeeds", async () => {
      for (let index = 0; index < 12; index++) expect(await attempt("admin", PASSWORD)).toMatchObject(ENTERED);
    });

    it("spares who is in", async () => {
      const inside = await signIn(portal, "clerk");
      for (let index = 0; index < 3; index++) await attempt("clerk", "wrong");
      expect((await call(portal, inside, "login/GetUserInfo")).Code).toBe(200);
    });

    it("is forgotten with a new password from an administrator", async () => {
      for (let index = 0; index < 3; index++) await attempt("s2", "wrong");
      await failFrom("s2", 10);
      expect(await attempt("s2", PASSWORD)).toMatchObject({ status: 429 });
      const admin = await signIn(portal, "admin");
      const filter = JSON.stringify([{ field: "USER_ID", operator: "eq", value: "s2" }]);
      const { Result } = await call(portal, admin, "Module/805/GetPage", { filter });
      const reset = { action: "resetpwd", ids: String(Result.rows[0].Id), rowver: String(Result.rows[0].rowver) };
      const done = await call(portal, admin, "Module/805/Action", reset, { headers: { "idempotency-key": "forget-the-failures" } });
      expect(done.Result.results[0]).toMatchObject({ Code: 200 });
      const password = /[a-z]{4}\d{4}[a-z]{4}/.exec(done.body)?.[0] ?? "";
      expect(await attempt("s2", password)).toMatchObject(ENTERED);
    });
  });

  describe("at a user from many addresses", () => {
    it("lets him in at once on a device he has signed in on, and within a minute on a new one", async () => {
      const { device = "" } = await attempt("clerk", PASSWORD);
      await failFrom("clerk", 20, 2);
      expect(await waitOf("clerk", HOME, { device })).toEqual({ wait: 0, ticket: "" });
      expect(await attempt("clerk", PASSWORD, { device, from: "203.0.113.9" })).toMatchObject({ ...ENTERED, device });

      const told = await attempt("clerk", PASSWORD);
      expect(told.status).toBe(429);
      const { wait = 0, ticket = "" } = told.Result ?? {};
      expect(wait).toBeGreaterThan(1);
      expect(wait).toBeLessThanOrEqual(60);
      expect(ticket).toMatch(TICKET);
      portal.advance((wait - 1) * SECOND);
      expect(await attempt("clerk", PASSWORD, { ticket }), "a second too early, and the ticket stays good").toMatchObject({
        ...waits("1秒"),
        Result: { wait: 1, ticket },
      });
      portal.advance(SECOND);
      expect(await attempt("clerk", PASSWORD), "waited without its ticket").toMatchObject({ status: 429 });
      expect(await attempt("clerk", PASSWORD, { ticket })).toMatchObject(ENTERED);
    });

    it("waits from the moment the name was typed", async () => {
      await failFrom("clerk", 14);
      const { wait, ticket } = await waitOf("clerk");
      portal.advance(wait * SECOND);
      expect(await attempt("clerk", PASSWORD, { ticket })).toMatchObject(ENTERED);
    });

    it("gets one guess of a wait: a failure ends every ticket before it", async () => {
      await failFrom("clerk", 14);
      const tickets = [await waitOf("clerk"), await waitOf("clerk")];
      portal.advance(60 * SECOND);
      const [first, second] = tickets.map(({ ticket }) => ticket);
      expect(await attempt("clerk", "wrong", { ticket: first })).toMatchObject(WRONG);
      for (const ticket of [first, second]) expect(await attempt("clerk", PASSWORD, { ticket })).toMatchObject({ status: 429 });
    });

    it("does not reach into his device, nor does what he mistypes there make others wait", async () => {
      const { device = "" } = await attempt("clerk", PASSWORD);
      for (let index = 0; index < 3; index++) expect(await attempt("clerk", "wrong", { device })).toMatchObject(WRONG);
      expect(await attempt("clerk", PASSWORD, { device })).toMatchObject(waits("2秒"));
      expect(await waitOf("clerk")).toEqual({ wait: 0, ticket: "" });
      portal.advance(2 * SECOND);
      expect(await attempt("clerk", PASSWORD, { device })).toMatchObject({ ...ENTERED, device });
    });
  });

  describe("from one address at many users", () => {
    it("slows down all who are new there, and nobody elsewhere", async () => {
      const from = "198.51.100.9";
      const { device = "" } = await attempt("admin", PASSWORD, { from });
      const spray = Array.from({ length: 100 }, (_none, index) => attempt(`user-${index}`, "Guess-1-of-all", { from }));
      const answers = await Promise.all(spray);
      const compared = answers.filter(({ Msg }) => Msg === WRONG.Msg).length;
      expect(compared).toBeGreaterThanOrEqual(10);
      expect(compared, "a few are under way when the limit is reached").toBeLessThan(14);
      expect(await attempt("admin", PASSWORD, { from })).toMatchObject({ status: 429 });
      expect(await attempt("admin", PASSWORD, { from, device })).toMatchObject(ENTERED);
      expect(await attempt("admin", PASSWORD)).toMatchObject(ENTERED);
    });

    it("is told to as many as ask without keeping anything of them", async () => {
      const from = "198.51.100.10";
      for (let index = 0; index < 12; index++) await attempt(`user-${index}`, "wrong", { from });
      const kept = async () => (await portal.database.kysely.selectFrom("_sign_in_failure").selectAll().execute()).length;
      const before = await kept();
      for (let index = 0; index < 30; index++) expect(await attempt(`nobody-${index}`, "x", { from })).toMatchObject({ status: 429 });
      expect(await kept()).toBe(before);
    });
  });

  describe("a device", () => {
    it("is one user's until another signs in on it, and only what the portal gave out counts", async () => {
      const { device = "" } = await attempt("clerk", PASSWORD);
      await failFrom("admin", 12);
      expect(await attempt("admin", PASSWORD, { device })).toMatchObject({ status: 429 });
      portal.advance(HOUR);
      expect(await attempt("admin", PASSWORD, { device })).toMatchObject({ ...ENTERED, device });
      await failFrom("admin", 12);
      expect(await attempt("admin", PASSWORD, { device })).toMatchObject(ENTERED);
      const forged = "A".repeat(43);
      const given = await attempt("clerk", PASSWORD, { device: forged });
      expect(given).toMatchObject(ENTERED);
      expect(given.device).not.toBe(forged);
    });

    it("is forgotten after half a year, and of one user at most twenty are kept", async () => {
      const { kysely } = portal.database;
      const kept = () => kysely.selectFrom("_device").selectAll().execute();
      await kysely.deleteFrom("_device").execute();
      const { device = "" } = await attempt("clerk", PASSWORD);
      expect(JSON.stringify(await kept())).not.toContain(device);
      for (let index = 0; index < 25; index++) {
        portal.advance(SECOND);
        await attempt("clerk", PASSWORD);
      }
      expect(await kept()).toHaveLength(20);
      await failFrom("clerk", 12);
      expect(await attempt("clerk", PASSWORD, { device }), "it made room").toMatchObject({ status: 429 });
      await forgetOldDevices(kysely, new Date((await clock()) + 179 * DAY));
      expect(await kept()).toHaveLength(20);
      await forgetOldDevices(kysely, new Date((await clock()) + 181 * DAY));
      expect(await kept()).toEqual([]);
    });
  });

  it("is answered the same for names that nobody has, to the byte", async () => {
    const story = async (name: string, network: string) => {
      const bodies: unknown[] = [];
      for (let index = 0; index < 16; index++) {
        const from = `${network}.${index % 5}`;
        const asked = await waitOf(name, from);
        const { status, body } = await attempt(name, `wrong-${index}`, { from });
        const text = body
          .replace(asked.ticket, "")
          .replace(/"ticket":"[^"]+"/, "ticket")
          .replace(/"RequestId":"[^"]+"/, "");
        bodies.push(asked.wait, TICKET.test(asked.ticket), status, text);
      }
      return bodies;
    };
    const known = await story("clerk", "198.51.100");
    portal.advance(DAY);
    expect(await story("nobody-at-all", "198.51.100")).toEqual(known);
  });

  it("is counted the same at every server of one database", async () => {
    const other = await openPortal({
      open: async () => portal.database,
      fill: async () => undefined,
      settings: { trustProxy: ["127.0.0.1"] },
    });
    // Its clock is its own: both look at the same time.
    other.advance((await clock()) - Date.parse(`${TODAY}T10:00:00+08:00`));
    const at = (server: Portal, password: string, more: TryOptions = {}) => tryToSignIn(server, "clerk", password, { from: HOME, ...more });
    for (const server of [portal, other, portal]) expect(await at(server, "wrong")).toMatchObject(WRONG);
    expect(await at(other, PASSWORD)).toMatchObject({ status: 429 });
    await failFrom("clerk", 12);
    const { ticket } = await waitOf("clerk", "203.0.113.1");
    for (const server of [portal, other]) server.advance(HOUR / 12);
    expect(await at(other, PASSWORD, { from: "203.0.113.1", ticket }), "each reads the other's tickets").toMatchObject(ENTERED);
  });

  it("is forgotten when it no longer counts, and keeps no name and no password", async () => {
    const { kysely } = portal.database;
    await attempt("typed-Password-1-here", "Secret-2-too");
    const rows = () => kysely.selectFrom("_sign_in_failure").selectAll().execute();
    for (const text of [JSON.stringify(await rows()), portal.log.join("")]) expect(text).not.toMatch(/typed-Password|Secret-2/i);
    const now = await clock();
    await forgetOldFailures(kysely, new Date(now));
    expect(await rows()).toHaveLength(1);
    await forgetOldFailures(kysely, new Date(now + COUNTS_FOR.place));
    expect(await rows()).toEqual([]);
  });

  /** The portal's time, as the last session tells it. */
  async function clock(): Promise<number> {
    expect(await signIn(portal, "admin")).not.toBe("");
    const newest = portal.database.kysely.selectFrom("_session").select("created").orderBy("created", "desc");
    return new Date(String((await newest.executeTakeFirstOrThrow()).created)).getTime();
  }
});

describe("ten thousand tries from two hundred addresses", () => {
  const [TRIES, ADDRESSES] = [IS_LONG ? 10_000 : 1000, 200];
  /** What the guessers wait between one try and the next; all of them together. */
  const PACE = SECOND / 50;

  it("are refused unheard but for a few, let nobody in, and keep the user out neither on his device nor on a new one", async () => {
    const portal = await openPortal({ settings: { trustProxy: ["127.0.0.1"] } });
    const { device = "" } = await tryToSignIn(portal, "clerk", PASSWORD, { from: HOME });
    const tickets = new Map<string, string>();
    let compared = 0;
    const guess = async (index: number) => {
      const from = `198.51.100.${index % ADDRESSES}`;
      const answer = await tryToSignIn(portal, "clerk", `Guess-${index}-of-all`, { from, ticket: tickets.get(from) ?? "" });
      tickets.set(from, answer.Result?.ticket ?? "");
      expect(answer.access_token).toBeUndefined();
      if (answer.Msg === WRONG.Msg) compared++;
    };
    for (let index = 0; index < TRIES; index++) {
      portal.advance(PACE);
      await guess(index);
      if (index % (TRIES / 10) !== 0) continue;
      expect(await tryToSignIn(portal, "clerk", PASSWORD, { from: HOME, device }), `on his device after ${index}`).toMatchObject(ENTERED);
    }
    const owner = { from: "203.0.113.200", ticket: "" };
    let waited = 0;
    for (;;) {
      const { access_token, Result } = await tryToSignIn(portal, "clerk", PASSWORD, owner);
      if (access_token !== undefined) break;
      const { wait = 0, ticket = "" } = Result ?? {};
      owner.ticket = ticket;
      waited += wait;
      portal.advance(wait * SECOND);
      // The guessers go on meanwhile.
      for (let index = 0; index < 10; index++) await guess(index);
    }
    expect(waited, "seconds on a new device").toBeLessThanOrEqual(61);
    expect(compared).toBeGreaterThan(9);
    expect(compared).toBeLessThan(TRIES / 10);
  });
});
