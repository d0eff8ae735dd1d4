import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { endsSession } from "../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../shared/protocol/envelope.ts";
import type { MenuResult, UserInfo } from "../../shared/protocol/screen.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import { keepUser, readLogin, readToken } from "../api/session.ts";
import { QUERY_KEYS } from "../data/query-keys.ts";
import { useCall, useOutdate } from "../data/use-call.ts";

/** The menu of the signed-in user. When the registry changes, rights, menu and screen models are read again and `announce` is called. */
export function useMenu(isSignedIn: boolean, announce: () => void): UseQueryResult<MenuResult, ApiError> {
  const outdate = useOutdate();
  const menu = useCall<MenuResult>(ENDPOINTS.menu, undefined, {
    of: "registry",
    enabled: isSignedIn,
    staleTime: Number.POSITIVE_INFINITY,
    cacheTime: Number.POSITIVE_INFINITY,
  });
  const version = isSignedIn ? menu.data?.version : undefined;
  useEffect(() => {
    if (version === undefined) return;
    return watchRegistry(version, async () => {
      await refreshUser().catch(() => undefined); // the server decides anyway; what is shown catches up with the next change
      outdate(QUERY_KEYS.access());
      outdate(QUERY_KEYS.source("registry"));
      outdate();
      announce();
    });
  }, [version, outdate, announce]);
  return menu;
}

/** Reads the granted modules and functions again: a changed registry may have brought some or taken some away. */
async function refreshUser(): Promise<void> {
  const userName = readLogin()?.userName;
  if (userName === undefined) return;
  const info = await post<UserInfo>(ENDPOINTS.userInfo, { username: userName });
  if (readToken() !== null) keepUser(userName, info);
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Watches the registry by long polls, as long as the tab is visible. `onChange` gets each new version; a change made while the tab
 * was hidden is seen at once when it is shown again, as the last known version is sent. Returns the function that stops it.
 */
function watchRegistry(version: string, onChange: (version: string) => void): () => void {
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
