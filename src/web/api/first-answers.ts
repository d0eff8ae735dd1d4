import type { StartData } from "../../shared/protocol/start-data.ts";
import { isRead } from "./again.ts";
import { API_ROOT, ENDPOINTS } from "./endpoints.ts";
import { type FormParams, send } from "./send.ts";
import { keepUser, readLogin, readToken } from "./session.ts";

/*
 * What a page that is opened asks for first comes in one answer, which is on its way while the portal is still being loaded
 * (docs/decisions/127). `post` takes from it what it would ask for itself; what is not in it is asked for as ever.
 */

/** In ms: a slow line takes its time for the pieces that draw it. Whoever comes later asks anew, as others may have changed what was read. */
const FRESH_MS = 60_000;

interface First {
  /** Of the session that it was asked for by. */
  readonly token: string;
  readonly arrival: Promise<void>;
  /** What was answered and not taken yet, by {@link keyOf}; null: it is on its way. */
  answers: Map<string, unknown> | null;
}

let first: First | null = null;

/** Asks for what this address begins with, and tells it; `isCompact`: rows are lower than usual. A failure is nobody's (null): the calls themselves then meet it. */
export function askFirst(address: string, isCompact: boolean): Promise<StartData | null> {
  const token = readToken();
  if (token === null) return Promise.resolve(null);
  const params = { address, height: window.innerHeight, ...(isCompact && { compact: 1 }) };
  const take = (data: StartData) => {
    asked.answers = answersOf(data, token);
    setTimeout(() => forget(asked), FRESH_MS);
    return data;
  };
  const told = send<StartData>(ENDPOINTS.start, params, { token })
    .then(take)
    .catch(() => {
      forget(asked);
      return null;
    });
  const asked: First = { token, arrival: told.then(() => undefined), answers: null };
  first = asked;
  return told;
}

/** The answer of this call, as far as it was asked for first; each is taken once. undefined: it is not among them. null: nothing of them is left. */
export function firstAnswer<T>(url: string, params: FormParams): Promise<T | undefined> | null {
  const asked = first;
  if (asked === null) return null;
  // What is done now may change what was read before. The ear for changes of the files does nothing.
  if (asked.token !== readToken() || !(isRead(url) || url === ENDPOINTS.watch)) {
    forget(asked);
    return null;
  }
  const key = keyOf(url, params);
  if (asked.answers !== null) return asked.answers.has(key) ? Promise.resolve(taken<T>(asked, key)) : null;
  return asked.arrival.then(() => (first === asked ? taken<T>(asked, key) : undefined));
}

function taken<T>(asked: First, key: string): T | undefined {
  const answer = asked.answers?.get(key) as T | undefined;
  asked.answers?.delete(key);
  if (asked.answers?.size === 0) forget(asked);
  return answer;
}

function forget(asked: First): void {
  if (first === asked) first = null;
}

function answersOf({ user, menu, screen, page }: StartData, token: string): Map<string, unknown> {
  if (token === readToken()) keepUser(readLogin()?.userName ?? user.user.USER_ID, user);
  const answers = new Map<string, unknown>([[keyOf(ENDPOINTS.menu, {}), menu]]);
  if (screen !== null) answers.set(keyOf(ENDPOINTS.screen, { mdl: String(screen.MdlId) }), screen);
  if (page !== null) answers.set(keyOf(API_ROOT + page.path, page.params), page.result);
  return answers;
}

/** A call is known by its address and what it is sent. */
function keyOf(url: string, params: FormParams): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));
  return JSON.stringify([url, given.sort(([one], [other]) => (one < other ? -1 : 1))]);
}
