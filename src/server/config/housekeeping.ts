import type { Db } from "../db/connect.ts";
import { forgetOldRequestKeys } from "../flows/request-key.ts";

const HOUR = 3_600_000;

/** Forgets once an hour what is kept for a while only. Returns how to stop. */
export function startHousekeeping(db: Db, now: () => Date, say: (line: string) => void): () => void {
  const clean = () => {
    forgetOldRequestKeys(db, now()).catch((error: Error) => say(`housekeeping failed, next try in an hour: ${error.message}`));
  };
  clean();
  const timer = setInterval(clean, HOUR).unref();
  return () => clearInterval(timer);
}
