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
  let known = version;
  let hidden = new AbortController();

  const poll = async (signal: AbortSignal): Promise<void> => {
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; ) {
      try {
        const answer = await post<{ version: string }>(ENDPOINTS.watch, { version: known }, { signal });
        pause = FIRST_PAUSE_MS;
        if (signal.aborted) return;
        if (answer.version !== known) onChange(answer.version);
        known = answer.version;
      } catch (error) {
        if (signal.aborted || (error instanceof ApiError && endsSession(error))) return;
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  };
  const look = () => {
    hidden.abort();
    if (document.visibilityState !== "visible") return;
    hidden = new AbortController();
    void poll(hidden.signal);
  };

  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    hidden.abort();
  };
}
