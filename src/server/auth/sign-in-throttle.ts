import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { CaptchaRefusal } from "../../shared/protocol/screen.ts";
import type { Db } from "../db/connect.ts";
import { addressKey } from "./address-key.ts";
import { isCaptcha } from "./captcha.ts";
import { addFailure, addRefusal, forgetOwnFailures, recentFailures, type TryKey, userKey } from "./failure-store.ts";
import { judgeTries, type TryVerdict } from "./judge-tries.ts";
import { KeyedSemaphore } from "./keyed-semaphore.ts";

const MINUTE = 60_000;
/** As many as the platform hashes at once: fewer would slow sign-ins down, more would slip past the limit together. */
const AT_ONCE_FROM_ADDRESS = 4;
const NEEDS_CAPTCHA = "请输入验证码";
const WRONG_CAPTCHA = "验证码不正确或已失效，请按新的图片重新输入";

/** Names the field, so that the page leads there. */
const captchaRefused = (text: string) => new ApiError(CODE.badInput, text, undefined, { field: "captcha" } satisfies CaptchaRefusal);

/** Who tries to sign in, from where. */
export interface SignInTry {
  readonly user: string;
  readonly ip: string;
  /** What was read off which picture; empty texts: nothing. */
  readonly captcha: { readonly id: string; readonly text: string };
}

/**
 * Keeps out whoever guesses passwords. Failures are counted in the database by user and by address, the same for names that
 * exist and names that do not; whoever is signed in already is not touched. Several server processes share the counts, and can
 * overshoot a limit by one try each.
 */
export class SignInThrottle {
  readonly #db: Db;
  readonly #now: () => Date;
  /** One try after the other: each is judged by how the one before ended. */
  readonly #ofUser = new KeyedSemaphore(1);
  readonly #ofAddress = new KeyedSemaphore(AT_ONCE_FROM_ADDRESS);

  constructor(db: Db, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Whether the next try needs a captcha. */
  async needsCaptcha(user: string, ip: string): Promise<boolean> {
    return (await this.#judge({ user: userKey(user), address: addressKey(ip) })).needsCaptcha;
  }

  /** Runs one try of signing in, whose `attempt` says whether it succeeded. Throws 429 while it is closed, 400 without a right captcha. */
  async run({ user, ip, captcha }: SignInTry, attempt: () => Promise<boolean>): Promise<boolean> {
    const key = { user: userKey(user), address: addressKey(ip) };
    return this.#exclusively(key, async () => {
      const judgement = await this.#judge(key);
      this.#refuseClosed(judgement.closedUntil, "");
      if (judgement.needsCaptcha) await this.#checkCaptcha(key, captcha, judgement);
      return this.#count(key, judgement, attempt);
    });
  }

  /**
   * Runs one try of somebody signed in to prove himself. Counted apart from the tries to sign in: a stranger at the login page
   * must not reach into an open session.
   */
  async runOwn(user: string, attempt: () => Promise<boolean>): Promise<boolean> {
    const name = `session ${userKey(user)}`;
    const own = { user: name, address: name };
    return this.#exclusively(own, async () => {
      const judgement = await this.#judge(own);
      this.#refuseClosed(judgement.closedUntil, "");
      return this.#count(own, judgement, attempt);
    });
  }

  #exclusively<T>(key: TryKey, work: () => Promise<T>): Promise<T> {
    return this.#ofUser.run(key.user, () => this.#ofAddress.run(key.address, work));
  }

  async #judge(key: TryKey): Promise<TryVerdict> {
    return judgeTries(await recentFailures(this.#db, key, this.#now().getTime()));
  }

  async #checkCaptcha(key: TryKey, { id, text }: SignInTry["captcha"], { narrowUntil }: TryVerdict): Promise<void> {
    if (id === "" || text === "") {
      await addRefusal(this.#db, key, this.#now().getTime());
      this.#refuseClosed(narrowUntil, "，或输入验证码后登录");
      throw captchaRefused(NEEDS_CAPTCHA);
    }
    if (!(await isCaptcha(this.#db, id, text, this.#now()))) throw captchaRefused(WRONG_CAPTCHA);
  }

  #refuseClosed(until: number, way: string): void {
    const left = until - this.#now().getTime();
    if (left > 0) throw new ApiError(CODE.tooMany, `登录失败次数过多，请${Math.ceil(left / MINUTE)}分钟后再试${way}`);
  }

  /** A breakdown of the attempt counts for nothing: that was not the user's failure. */
  async #count(key: TryKey, { hasOwnFailures }: TryVerdict, attempt: () => Promise<boolean>): Promise<boolean> {
    const isRight = await attempt();
    if (!isRight) await addFailure(this.#db, key, this.#now().getTime());
    else if (hasOwnFailures) await forgetOwnFailures(this.#db, key);
    return isRight;
  }
}
