import { endsSession } from "../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../shared/protocol/envelope.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { post } from "../api/post.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Watches the registry by long polls, as long as the tab is visible. `onChange` gets each new version; a change made while the tab
 * was hidden is seen at once when it is shown again, as the last known version is sent. Returns the function that stops it.
 */
export function watchRegistry(version: string, onChange: (version: string) => void): () => void {
  const stop = new AbortController();
  void run(version, onChange, stop.signal);
  return () => stop.abort();
}

async function run(first: string, onChange: (version: string) => void, stopped: AbortSignal): Promise<void> {
  let known = first;
  let pause = FIRST_PAUSE_MS;
  while (!stopped.aborted) {
    await visible(stopped);
    const poll = untilHidden(stopped);
    try {
      const { version } = await post<{ version: string }>(ENDPOINTS.watch, { version: known }, { signal: poll.signal });
      pause = FIRST_PAUSE_MS;
      if (version !== known && !stopped.aborted) onChange(version);
      known = version;
    } catch (error) {
      if (error instanceof ApiError && endsSession(error)) return;
      if (!poll.signal.aborted) await sleep(pause, stopped);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    } finally {
      poll.release();
    }
  }
}

/** Resolves once the tab is visible, or the watch is stopped. */
function visible(stopped: AbortSignal): Promise<void> {
  const isDone = () => document.visibilityState === "visible" || stopped.aborted;
  return new Promise((resolve) => {
    if (isDone()) return resolve();
    const look = () => {
      if (!isDone()) return;
      document.removeEventListener("visibilitychange", look);
      stopped.removeEventListener("abort", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    stopped.addEventListener("abort", look);
  });
}

/** A signal that aborts when the tab is hidden or the watch is stopped. */
function untilHidden(stopped: AbortSignal): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const look = () => {
    if (document.visibilityState !== "visible" || stopped.aborted) controller.abort();
  };
  document.addEventListener("visibilitychange", look);
  stopped.addEventListener("abort", look);
  return {
    signal: controller.signal,
    release: () => {
      document.removeEventListener("visibilitychange", look);
      stopped.removeEventListener("abort", look);
    },
  };
}

function sleep(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopped.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stopped.addEventListener("abort", end);
  });
}
