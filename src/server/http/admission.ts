import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Viewer } from "../base/viewer.ts";

/** Who asks: the user, and on whose behalf (a supplier within a shop, or the shop itself). */
export interface Asker {
  readonly user: string;
  readonly party: string;
}

export const askerOf = ({ userId, shopId, provId }: Viewer): Asker => ({ user: userId, party: `${shopId} ${provId}` });

/** How hard a call is on the others: usual ones are short, heavy ones take rows away or make papers, and can wait. */
export type Weight = "usual" | "heavy";

/** So many calls at a time, and so many waiting, when nobody else is there. */
const MOST = 64;
const MOST_WAITING = 200;
/** Of one user, of everybody of one party, and of all its crowding users together, while others are there as well. */
const SHARE = { user: 2, party: 6, crowding: 1 } as const;
/** A page asks five things at once; who has more than this waiting asks like no hand does. */
const WAITING_BY_HAND = 4;
/** Heavy calls at a time, of all users together; each begins where few others are at work, or when it has waited long enough. */
const HEAVY = { atOnce: 2, whileBelow: 4, waitMs: 5000 } as const;
/** Somebody is there for so long after a call of his. */
const THERE_MS = 2000;

const BUSY = "您的请求太多，正在排队，请稍后再试";

interface Waiting {
  readonly asker: Asker;
  readonly weight: Weight;
  readonly since: number;
  begin: () => void;
  /** Under which names it counts while it is at work. */
  counted: readonly string[];
}

/**
 * Whose call is served next (docs/decisions/89). Alone, a user may have as much as the server can; beside others nobody has more than his
 * share at work, and those who wait take turns: party by party, and user by user within one. Who has more waiting than anybody has by hand
 * shares one turn with all such users of his party: what is asked for in endless loops makes its own calls wait.
 */
export class Admission {
  readonly #now: () => number;
  /** Party to user to his calls, each in the order in which it is their turn. */
  readonly #waiting = new Map<string, Map<string, Waiting[]>>();
  readonly #atWork = new Map<string, number>();
  readonly #seen = new Map<string, number>();
  #count = 0;
  #heavy = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs the work when it is its turn. Throws an ApiError (Code 429) where the user has too many calls waiting already. */
  async run<T>(asker: Asker, weight: Weight, work: () => Promise<T>): Promise<T> {
    const since = this.#now();
    this.#seen.set(userOf(asker), since);
    const next: Waiting = { asker, weight, since, begin: () => undefined, counted: [] };
    if (this.#mayBegin(next)) this.#begin(next);
    else
      await new Promise<void>((begin) => {
        next.begin = begin;
        this.#wait(next);
      });
    try {
      return await work();
    } finally {
      this.#end(next);
    }
  }

  get atWork(): number {
    return this.#count;
  }

  get waiting(): number {
    return [...this.#waiting.values()].flatMap((users) => [...users.values()]).reduce((sum, calls) => sum + calls.length, 0);
  }

  #wait(waiting: Waiting): void {
    const { user, party } = waiting.asker;
    const users = this.#waiting.get(party) ?? new Map<string, Waiting[]>();
    const calls = users.get(user) ?? [];
    // guard rate: tests/server/app/admission.test.ts
    if (calls.length >= MOST_WAITING) throw new ApiError(CODE.tooMany, BUSY);
    this.#waiting.set(party, users.set(user, [...calls, waiting]));
  }

  #mayBegin({ asker, weight, since }: Waiting): boolean {
    if (this.#count >= MOST) return false;
    const isPatient = weight === "heavy" && this.#now() - since < HEAVY.waitMs;
    if (weight === "heavy" && this.#heavy >= HEAVY.atOnce) return false;
    if (isPatient && this.#count >= HEAVY.whileBelow) return false;
    if (!this.#othersThan(userOf(asker))) return true;
    if (this.#isCrowding(asker) && this.#of(crowdOf(asker)) >= SHARE.crowding) return false;
    return this.#of(userOf(asker)) < SHARE.user && this.#of(asker.party) < SHARE.party;
  }

  #isCrowding({ user, party }: Asker): boolean {
    return (this.#waiting.get(party)?.get(user)?.length ?? 0) > WAITING_BY_HAND;
  }

  #begin(waiting: Waiting): void {
    const { asker, weight } = waiting;
    waiting.counted = [userOf(asker), asker.party, ...(this.#isCrowding(asker) ? [crowdOf(asker)] : [])];
    for (const key of waiting.counted) this.#atWork.set(key, this.#of(key) + 1);
    this.#count += 1;
    if (weight === "heavy") this.#heavy += 1;
  }

  #end({ counted, weight }: Waiting): void {
    for (const key of counted) {
      const left = this.#of(key) - 1;
      if (left > 0) this.#atWork.set(key, left);
      else this.#atWork.delete(key);
    }
    this.#count -= 1;
    if (weight === "heavy") this.#heavy -= 1;
    for (let next = this.#next(); next; next = this.#next()) next.begin();
  }

  /** Counts the first whose turn it is and who may begin as at work; his party and he go to the end of their lines. */
  #next(): Waiting | null {
    for (const [party, users] of this.#waiting)
      for (const [user, calls] of users) {
        const at = calls.findIndex((one) => this.#mayBegin(one));
        const found = calls[at];
        if (!found) continue;
        this.#begin(found);
        calls.splice(at, 1);
        users.delete(user);
        if (calls.length > 0) users.set(user, calls);
        this.#waiting.delete(party);
        if (users.size > 0) this.#waiting.set(party, users);
        return found;
      }
    return null;
  }

  /** Whether anybody else has called lately. Who has not is forgotten. */
  #othersThan(user: string): boolean {
    const since = this.#now() - THERE_MS;
    for (const [other, at] of this.#seen) if (at < since && !this.#atWork.has(other)) this.#seen.delete(other);
    return this.#seen.size > (this.#seen.has(user) ? 1 : 0);
  }

  #of(key: string): number {
    return this.#atWork.get(key) ?? 0;
  }
}

/** A user's name beside those of parties. */
const userOf = ({ user }: Asker) => `user ${user}`;
const crowdOf = ({ party }: Asker) => `crowd ${party}`;
