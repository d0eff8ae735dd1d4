import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/** The answer, or what is said instead when it does not come in time; one that has come while this thread was held up counts. */
export async function inTime<A, O>(ms: number, answer: Promise<A>, otherwise: O): Promise<A | O> {
  const patience = new AbortController();
  const late = async () => {
    await sleep(ms, undefined, { signal: patience.signal, ref: false });
    await nextTurn();
    return otherwise;
  };
  try {
    return await Promise.race([answer, late()]);
  } finally {
    patience.abort();
  }
}
