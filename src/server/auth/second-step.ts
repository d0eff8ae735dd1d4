import { seal, unseal } from "../base/sealed.ts";
import type { Db } from "../db/connect.ts";
import { secretFor } from "../db/secret.ts";

const SECRET = "sign-in-steps";
const MINUTE = 60_000;

/**
 * What is handed out between two steps, and what it is good for: sealed, so that nothing is kept of whoever only begins. `second-factor`:
 * who has shown his first factor; `enrolment`: a second factor that is offered; `enterprise`: a sign-in on its way to the provider.
 */
export type Step = "second-factor" | "enrolment" | "enterprise";

/** How long (ms) each counts. */
const LIFETIMES: Readonly<Record<Step, number>> = { "second-factor": 5 * MINUTE, enrolment: 10 * MINUTE, enterprise: 10 * MINUTE };

interface Sealed {
  readonly until: number;
  readonly value: unknown;
}

/** Hands out what the next step needs to know. */
export async function handOut(db: Db, step: Step, value: object, now: Date): Promise<string> {
  const sealed: Sealed = { until: now.getTime() + LIFETIMES[step], value };
  return seal(await secretFor(db, SECRET), step, sealed);
}

/** What was handed out for this step; null: it is not ours, was for another one, or is over. */
export async function takeBack<T extends object>(db: Db, step: Step, text: string, now: Date): Promise<T | null> {
  const sealed = unseal(await secretFor(db, SECRET), step, text) as Sealed | undefined;
  // guard check as sealed === undefined ? null : (sealed.value as T): tests/server/app/second-factor.test.ts
  return sealed !== undefined && now.getTime() < sealed.until ? (sealed.value as T) : null;
}
