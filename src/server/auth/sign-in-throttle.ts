import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { SignInWait } from "../../shared/protocol/screen.ts";
import type { Db } from "../db/connect.ts";
import { secretFor } from "../db/secret.ts";
import { addressKey } from "./address-key.ts";
import { isDeviceOf } from "./devices.ts";
import { addFailure, countFailures, forgetFailuresAt, ownKey, type TryKey, userKey } from "./failure-store.ts";
import { waitOfNewcomer, waitOfPlace } from "./judge-tries.ts";
import { KeyedSemaphore } from "./keyed-semaphore.ts";
import { hashToken } from "./token.ts";
import { readTicket, signTicket } from "./wait-ticket.ts";

const SECOND = 1000;
const MINUTE = 60;
/** As many as the platform hashes at once: fewer would slow sign-ins down, more would slip past the limit together. */
const AT_ONCE_FROM_ADDRESS = 4;
const SECRET = "sign-in-secret";

/** Who tries to sign in, from where. */
export interface SignInTry {
  readonly user: string;
  readonly ip: string;
  /** What the device was given when somebody signed in on it; "": nothing. */
  readonly device: string;
  /** What the try was told to wait with; "": nothing. */
  readonly ticket: string;
}

/** A try and what becomes of it. `newcomer`: it comes from a device that the user has not signed in on. */
interface Place extends TryKey {
  readonly isNewcomer: boolean;
}

/** How long (ms) a try has to wait, and the failures here that a success wipes out. */
interface Verdict {
  readonly left: number;
  readonly ticket: string;
  readonly hasFailed: boolean;
}

/**
 * Slows down whoever guesses passwords, and keeps nobody out (docs/decisions/17). Failures are counted in the database, the same for
 * names that exist and names that do not. The more there are of a user here, the longer the next try waits. Where strangers guess at a
 * user, or from an address, newcomers wait as well, a minute at most, each on his own; who comes from a device he has signed in on does
 * not. Several server processes share the counts, and can overshoot by one try each.
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

  /** How long the next try has to wait. Whoever is told so early has waited while he types. */
  async waitOf(who: SignInTry): Promise<SignInWait> {
    return toldOf(await this.#judge(await this.#placeOf(who), who.ticket));
  }

  /** Runs one try of signing in, whose `attempt` says whether it succeeded. Throws 429 with what to wait for. */
  async run(who: SignInTry, attempt: () => Promise<boolean>): Promise<boolean> {
    return this.#run(await this.#placeOf(who), who.ticket, attempt);
  }

  /**
   * Runs one try of somebody signed in to prove himself. Counted apart from the tries to sign in: a stranger at the login page
   * must not reach into an open session.
   */
  async runOwn(user: string, attempt: () => Promise<boolean>): Promise<boolean> {
    return this.#run({ ...ownKey(user, "session"), isNewcomer: false }, "", attempt);
  }

  /**
   * Runs one try of showing a second factor. Only who has shown the first one comes so far, so that all such tries of a user count together,
   * wherever they come from; on a device that he has signed in on they count apart, so that nobody else makes him wait.
   */
  async runFactor({ user, device }: Pick<SignInTry, "user" | "device">, attempt: () => Promise<boolean>): Promise<boolean> {
    const isKnown = await isDeviceOf(this.#db, user, device, this.#now());
    const place = isKnown ? `factor ${hashToken(device)}` : "factor";
    return this.#run({ ...ownKey(user, place), isNewcomer: false }, "", attempt);
  }

  async #placeOf({ user, ip, device }: SignInTry): Promise<Place> {
    const isKnown = await isDeviceOf(this.#db, user, device, this.#now());
    if (isKnown) return { ...ownKey(user, hashToken(device)), isNewcomer: false };
    return { user: userKey(user), address: addressKey(ip), isNewcomer: true };
  }

  #run(place: Place, ticket: string, attempt: () => Promise<boolean>): Promise<boolean> {
    const work = async () => {
      const verdict = await this.#judge(place, ticket);
      // guard rate: tests/server/app/sign-in-limits.test.ts
      refuseEarly(verdict);
      // A breakdown of the attempt counts for nothing: that was not the user's failure.
      const isRight = await attempt();
      if (!isRight) await addFailure(this.#db, place, this.#now().getTime());
      else if (verdict.hasFailed) await forgetFailuresAt(this.#db, place);
      return isRight;
    };
    return this.#ofUser.run(place.user, () => this.#ofAddress.run(place.address, work));
  }

  async #judge(place: Place, ticket: string): Promise<Verdict> {
    const now = this.#now().getTime();
    const counts = await countFailures(this.#db, place, now);
    const ofPlace = counts.lastOfPlace + waitOfPlace(counts) - now;
    const hasFailed = counts.place > 0;
    const wait = place.isNewcomer ? waitOfNewcomer(counts) : 0;
    if (wait === 0) return { left: Math.max(0, ofPlace), ticket: "", hasFailed };
    const secret = await secretFor(this.#db, SECRET);
    const queued = readTicket(secret, place, ticket, now);
    // A ticket is good for one try: a failure here ends all that were given out before it.
    const isGood = queued !== null && queued >= counts.lastOfPlace;
    const since = isGood ? queued : now;
    return { left: Math.max(0, ofPlace, since + wait - now), ticket: isGood ? ticket : signTicket(secret, place, now), hasFailed };
  }
}

function toldOf({ left, ticket }: Verdict): SignInWait {
  return { wait: Math.ceil(left / SECOND), ticket };
}

function refuseEarly(verdict: Verdict): void {
  if (verdict.left <= 0) return;
  const told = toldOf(verdict);
  const time = told.wait < MINUTE ? `${told.wait}秒` : `${Math.ceil(told.wait / MINUTE)}分钟`;
  throw new ApiError(CODE.tooMany, `登录失败次数过多，请${time}后再试`, undefined, told);
}
