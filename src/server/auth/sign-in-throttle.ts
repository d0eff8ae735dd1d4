import { ApiError, CODE } from "../../shared/protocol/envelope.ts";

const FAILURES = 5;
const WINDOW_MS = 10 * 60_000;
/** Names that are remembered at once; an attacker with endless names must not eat the memory. */
const LONGEST_LIST = 20_000;
const TEXT = "登录失败次数过多，请10分钟后再试";

/**
 * Counts failed sign-ins by user and address. Kept in memory: with several servers each counts for itself.
 * It keeps people out who guess; whoever is signed in already is not touched by it.
 */
export class SignInThrottle {
  readonly #failures = new Map<string, number[]>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Runs one try. It counts as failed from the start, so that many at once do not slip through together, and is
   * taken back when `attempt` says true. Throws 429 when the limit is reached.
   */
  async run(user: string, ip: string, attempt: () => Promise<boolean>): Promise<boolean> {
    const key = `${ip} ${user.trim().toLowerCase().slice(0, 64)}`;
    const started = this.#now();
    const recent = (this.#failures.get(key) ?? []).filter((time) => time > started - WINDOW_MS);
    if (recent.length >= FAILURES) throw new ApiError(CODE.tooMany, TEXT);
    this.#remember(key, [...recent, started]);
    let isWrong = false;
    try {
      isWrong = !(await attempt());
    } finally {
      if (!isWrong) this.#forget(key, started); // also when the attempt broke down: that was not the user's failure
    }
    return !isWrong;
  }

  #remember(key: string, times: number[]): void {
    this.#failures.delete(key); // moves it to the end: the first keys are the longest unused
    this.#failures.set(key, times);
    for (const [oldest] of this.#failures) {
      if (this.#failures.size <= LONGEST_LIST) return;
      this.#failures.delete(oldest);
    }
  }

  #forget(key: string, time: number): void {
    const times = this.#failures.get(key) ?? [];
    const at = times.indexOf(time);
    const left = times.filter((_time, index) => index !== at);
    if (left.length > 0) this.#failures.set(key, left);
    else this.#failures.delete(key);
  }
}
