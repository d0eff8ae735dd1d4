/** The steps of a bank payment at which a test ends the process, as a power cut would (kill -9). */
export const FAULT_POINTS = [
  "pay:begun",
  "pay:stated",
  "pay:intended",
  "pay:committed",
  "send:claimed",
  "send:unknown",
  "bank:request-sent",
  "bank:pay-answered",
  "bank:check-answered",
  "settle:begun",
  "settle:stated",
  "settle:recorded",
  "settle:committed",
  "callback:received",
  "callback:verified",
  "callback:settled",
  "receipt:kept",
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** True in what the build ships (scripts/build.mjs): there the whole of it folds away. */
declare const WITHOUT_FAULT_POINTS: boolean | undefined;

const wanted = typeof WITHOUT_FAULT_POINTS === "undefined" ? process.env.SCM_FAULT_POINT : undefined;

/** Ends the process here, without any chance to tidy up, if a test asked for it; with `afterMs`, that much later. */
export function faultPoint(name: FaultPoint, afterMs = 0): void {
  if (wanted === undefined || wanted !== name) return;
  if (afterMs > 0) setTimeout(die, afterMs);
  else die();
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
  // The signal needs a moment; nothing may happen in it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
