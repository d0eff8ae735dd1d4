import { copySession, endSession, onSessionChange, readToken, takeSession } from "./session.ts";

/*
 * A session is kept in the storage of its tab alone, as the specification has it. A tab that is opened from another one, by Ctrl and a click
 * or from a bookmark, asks the tabs that are signed in for theirs (docs/decisions/116). A channel is heard by tabs of this origin only; what
 * is given goes by a channel of its own, which nobody but the tab that asks knows the name of.
 */

/** Where tabs that are signed in listen; no other tab does. */
const CHANNEL = "scm-session";
/** In ms. A tab that is asleep does not answer; whoever has no session waits so long for the login page. */
const PATIENCE = 200;
/** Kept by the tab itself over a reload: its session has ended here, so that it is given no other one. */
const LEFT = "scm-signed-out";

type Said =
  /** Some tab has no session; `reply` is the channel it listens on. */
  | { readonly kind: "ask"; readonly reply: string }
  /** The user has signed out of the session with this token. */
  | { readonly kind: "left"; readonly token: string };

/** Takes over the session of another tab. Resolves with whether there is one now. A tab whose own session ended asks for none. */
export async function takeOverSession(): Promise<boolean> {
  if (readToken() !== null) return true;
  if (window.name === LEFT || typeof BroadcastChannel === "undefined") return false;
  const reply = `${CHANNEL}:${randomName()}`;
  const [asked, answers] = [new BroadcastChannel(CHANNEL), new BroadcastChannel(reply)];
  const given = await new Promise<unknown>((resolve) => {
    answers.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(null), PATIENCE);
    asked.postMessage({ kind: "ask", reply } satisfies Said);
  });
  asked.close();
  answers.close();
  return takeSession(given);
}

/** From now on, while this tab is signed in: gives its session to tabs that ask, and ends it when the user signs out of it in another. */
export function shareSession(): () => void {
  let channel: BroadcastChannel | null = null;
  let token = readToken();
  const close = () => {
    channel?.close();
    channel = null;
  };
  const hear = ({ data }: MessageEvent<Said>) => {
    if (data.kind === "ask") give(data.reply);
    // Ended here by the other tab's word: without a word of its own.
    else if (data.token === readToken()) {
      token = null;
      endSession();
    }
  };
  const follow = () => {
    const now = readToken();
    if (now === null) {
      window.name = LEFT;
      close();
    } else {
      window.name = "";
      token = now;
      if (channel === null && typeof BroadcastChannel !== "undefined") {
        channel = new BroadcastChannel(CHANNEL);
        channel.onmessage = hear;
      }
    }
  };
  const stop = onSessionChange((cause) => {
    if (readToken() === null && cause === undefined && token !== null) channel?.postMessage({ kind: "left", token } satisfies Said);
    follow();
  });
  if (token !== null) follow();
  return () => {
    stop();
    close();
  };
}

function give(reply: string): void {
  const session = copySession();
  if (session === null || !reply.startsWith(`${CHANNEL}:`)) return;
  const channel = new BroadcastChannel(reply);
  channel.postMessage(session);
  channel.close();
}

/** Nobody can guess it. */
const randomName = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");
