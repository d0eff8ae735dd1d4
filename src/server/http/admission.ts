import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import { Turns } from "../base/turns.ts";
import type { Viewer } from "../base/viewer.ts";
import { Busy } from "./busy.ts";
import type { Lanes } from "./lanes.ts";

/** Who asks: the user, on whose behalf (a supplier within a shop, or the shop itself), and in which shop. */
export interface Asker {
  readonly user: string;
  readonly party: string;
  readonly shop: string;
}

export const askerOf = ({ userId, shopId, provId }: Viewer): Asker => ({ user: userId, party: `${shopId} ${provId}`, shop: shopId });

/**
 * How hard a call is on the others: usual ones are short; long ones go over many rows, and have a lane of their own; heavy ones are long, and take
 * rows away or make papers, for which nobody sits and waits.
 */
export type Weight = "usual" | "long" | "heavy";

/** Calls of one user that wait. */
const MOST_WAITING = 200;
/** A page asks five things at once; who has more than this waiting asks like no hand does. */
const WAITING_BY_HAND = 4;
/** All users of a party who ask in loops have so many calls at work together. */
const CROWDING = 1;
/** A heavy call begins where fewer than half of those that may are at work, or when it has waited so long. */
const PATIENCE_MS = 5000;
/** Somebody is there for so long after a call of his. */
const THERE_MS = 2000;
/** After so long another try makes sense, for who has waited in vain. */
const AGAIN_S = 5;

const TOO_MANY = "您的请求太多，正在排队，请稍后再试";
/** Nobody hears it. */
const LEFT = "请求已取消";

interface Waiting {
  readonly asker: Asker;
  readonly weight: Weight;
  readonly since: number;
  begin: () => void;
  /** Under which names it counts while it is at work. */
  counted: readonly string[];
}

/**
 * Whose call is served next (docs/decisions/89, 120). Alone, a user may have as much as the server can; beside others nobody has more than his
 * share at work, and those who wait take turns: shop by shop, party by party within one, and user by user within that. Who has more waiting than anybody has
 * by hand shares one turn with all such users of his party: what is asked for in endless loops makes its own calls wait.
 */
export class Admission {
  readonly #lanes: Lanes;
  readonly #share: Readonly<Record<keyof Asker, number>>;
  readonly #now: () => number;
  readonly #turns = new Turns<Waiting>();
  readonly #atWork = new Map<string, number>();
  /** When users, parties and shops have called last. */
  readonly #seen: Readonly<Record<keyof Asker, Map<string, number>>> = { user: new Map(), party: new Map(), shop: new Map() };
  #count = 0;
  #long = 0;

  constructor(lanes: Lanes, now: () => number = () => performance.now()) {
    const { most } = lanes;
    this.#lanes = lanes;
    // A place is free for who comes from elsewhere, whatever one shop asks for.
    this.#share = { user: Math.min(2, most - 1), party: Math.ceil(most / 2), shop: Math.min(Math.ceil((3 * most) / 4), most - 1) };
    this.#now = now;
  }

  /**
   * Runs the work when it is its turn. Throws an ApiError: Code 429 where the user has too many calls waiting already, 503 where too many of all wait, or
   * this one has waited for too long. Who has `left` waits no longer.
   */
  async run<T>(asker: Asker, weight: Weight, work: () => Promise<T>, left?: AbortSignal): Promise<T> {
    const since = this.#now();
    for (const level of LEVELS) this.#seen[level].set(keyOf(level, asker), since);
    const next: Waiting = { asker, weight, since, begin: () => undefined, counted: [] };
    if (this.#mayBegin(next)) this.#begin(next);
    else await this.#turnOf(next, left);
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
    return this.#turns.count;
  }

  #turnOf(waiting: Waiting, left: AbortSignal | undefined): Promise<void> {
    const whose = lineOf(waiting.asker);
    // guard rate: tests/server/app/admission.test.ts
    if (this.#turns.countOf(whose) >= MOST_WAITING) throw new ApiError(CODE.tooMany, TOO_MANY);
    // guard rate: tests/server/app/admission.test.ts
    if (this.#turns.count >= this.#lanes.queue) throw new Busy(AGAIN_S);
    return new Promise((begin, refuse) => {
      const giveUp = (error: ApiError) => {
        if (this.#turns.remove(whose, waiting)) refuse(error);
      };
      const leave = () => giveUp(new ApiError(CODE.tooMany, LEFT));
      const timer = setTimeout(() => giveUp(new Busy(AGAIN_S)), this.#lanes.waitMs).unref();
      left?.addEventListener("abort", leave, { once: true });
      waiting.begin = () => {
        clearTimeout(timer);
        left?.removeEventListener("abort", leave);
        begin();
      };
      this.#turns.add(whose, waiting);
      if (left?.aborted) leave();
    });
  }

  #mayBegin({ asker, weight, since }: Waiting): boolean {
    const { most, long } = this.#lanes;
    if (this.#count >= most) return false;
    if (weight !== "usual" && this.#long >= long) return false;
    if (weight === "heavy" && this.#count >= most / 2 && this.#now() - since < PATIENCE_MS) return false;
    if (this.#isCrowding(asker) && this.#othersThan("user", asker) && this.#of(crowdOf(asker)) >= CROWDING) return false;
    return LEVELS.every((level) => this.#of(keyOf(level, asker)) < this.#share[level] || !this.#othersThan(level, asker));
  }

  #isCrowding(asker: Asker): boolean {
    return this.#turns.countOf(lineOf(asker)) > WAITING_BY_HAND;
  }

  #begin(waiting: Waiting): void {
    const { asker, weight } = waiting;
    waiting.counted = [...LEVELS.map((level) => keyOf(level, asker)), ...(this.#isCrowding(asker) ? [crowdOf(asker)] : [])];
    for (const key of waiting.counted) this.#atWork.set(key, this.#of(key) + 1);
    this.#count += 1;
    if (weight !== "usual") this.#long += 1;
  }

  #end({ counted, weight }: Waiting): void {
    for (const key of counted) {
      const left = this.#of(key) - 1;
      if (left > 0) this.#atWork.set(key, left);
      else this.#atWork.delete(key);
    }
    this.#count -= 1;
    if (weight !== "usual") this.#long -= 1;
    for (;;) {
      const next = this.#turns.take((one) => {
        const may = this.#mayBegin(one);
        // While it still counts as waiting: who asks in loops is told by that.
        if (may) this.#begin(one);
        return may;
      });
      if (next === undefined) return;
      next.begin();
    }
  }

  /** Whether any other user, party or shop has called lately. Who has not is forgotten. */
  #othersThan(level: keyof Asker, asker: Asker): boolean {
    const [seen, own, since] = [this.#seen[level], keyOf(level, asker), this.#now() - THERE_MS];
    for (const [other, at] of seen) if (at < since && !this.#atWork.has(other)) seen.delete(other);
    return seen.size > (seen.has(own) ? 1 : 0);
  }

  #of(key: string): number {
    return this.#atWork.get(key) ?? 0;
  }
}

const LEVELS = ["user", "party", "shop"] as const;
/** A user's name beside those of parties and shops. */
const keyOf = (level: keyof Asker, asker: Asker) => `${level} ${asker[level]}`;
const crowdOf = ({ party }: Asker) => `crowd ${party}`;
const lineOf = ({ shop, party, user }: Asker): readonly string[] => [shop, party, user];
