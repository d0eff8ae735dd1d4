import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endSession, onSessionChange, readToken, takeSession } from "../../src/web/api/session.ts";
import { shareSession, takeOverSession } from "../../src/web/api/share-session.ts";

const SESSION = { Authorization: "token-1", userInfo: "{}", userData: "{}" };

describe("a session and the other tabs of the browser", () => {
  const open: BroadcastChannel[] = [];
  /** What another tab listens on, with what it has heard. */
  const channel = (name: string) => {
    const [one, heard]: [BroadcastChannel, unknown[]] = [new BroadcastChannel(name), []];
    one.onmessage = ({ data }) => heard.push(data);
    open.push(one);
    return { heard, say: (data: unknown) => one.postMessage(data) };
  };
  let stop: () => void = () => undefined;
  beforeEach(() => {
    sessionStorage.clear();
    window.name = "";
    stop = shareSession();
  });
  afterEach(() => {
    stop();
    for (const one of open.splice(0)) one.close();
  });

  it("is given to a tab that asks, by its own channel and nowhere else", async () => {
    takeSession(SESSION);
    const [all, own] = [channel("scm-session"), channel("scm-session:a")];
    all.say({ kind: "ask", reply: "scm-session:a" });
    await expect.poll(() => own.heard).toEqual([SESSION]);
    expect(all.heard).toEqual([]);
    const strange = channel("elsewhere");
    all.say({ kind: "ask", reply: "elsewhere" });
    all.say({ kind: "ask", reply: "scm-session:a" });
    await expect.poll(() => own.heard.length).toBe(2);
    expect(strange.heard).toEqual([]);
  });

  it("is taken over from a tab that answers; what is no session is not", async () => {
    const all = channel("scm-session");
    const answer = async (given: unknown) => {
      const taken = takeOverSession();
      await expect.poll(() => all.heard.length).toBe(1);
      const [{ kind, reply }] = all.heard.splice(0) as [{ kind: string; reply: string }];
      expect(kind).toBe("ask");
      channel(reply).say(given);
      return taken;
    };
    expect(await answer({ userInfo: "{}" })).toBe(false);
    expect(await answer("Authorization")).toBe(false);
    expect(await answer({ ...SESSION, other: "x" })).toBe(true);
    expect(Object.entries(sessionStorage)).toEqual(Object.entries(SESSION));
    expect(localStorage.length).toBe(0);
    expect(await takeOverSession()).toBe(true);
    expect(all.heard).toEqual([]);
  });

  it("is neither asked for nor given where somebody has signed out", async () => {
    takeSession(SESSION);
    endSession();
    const [all, own] = [channel("scm-session"), channel("scm-session:b")];
    expect(await takeOverSession()).toBe(false);
    all.say({ kind: "ask", reply: "scm-session:b" });
    // Another tab that is signed in answers last: whatever would have been said before it has been heard by then.
    channel("scm-session:b").say("after");
    await expect.poll(() => own.heard).toEqual(["after"]);
    expect(all.heard).toEqual([]);
  });

  it("ends in all tabs that have it when the user signs out in one, and only there", async () => {
    takeSession(SESSION);
    const all = channel("scm-session");
    let ends = 0;
    const unlisten = onSessionChange(() => {
      if (readToken() === null) ends += 1;
    });
    all.say({ kind: "left", token: "token-2" });
    all.say({ kind: "left", token: "token-1" });
    await expect.poll(() => readToken()).toBeNull();
    expect(ends).toBe(1);
    expect(all.heard, "an end that was told is not told again").toEqual([]);
    takeSession(SESSION);
    endSession();
    await expect.poll(() => all.heard).toEqual([{ kind: "left", token: "token-1" }]);
    unlisten();
  });
});
