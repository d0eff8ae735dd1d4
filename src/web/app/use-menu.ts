import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ApiError } from "../../shared/protocol/envelope.ts";
import type { MenuResult, UserInfo } from "../../shared/protocol/screen.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import { keepUser, readLogin, readToken } from "../api/session.ts";
import { QUERY_KEYS } from "../data/query-keys.ts";
import { watchRegistry } from "../data/registry-watch.ts";
import { useCall, useOutdate } from "../data/use-call.ts";

/** The menu of the signed-in user. When the registry changes, rights, menu and screen models are read again and `announce` is called. */
export function useMenu(isSignedIn: boolean, announce: () => void): UseQueryResult<MenuResult, ApiError> {
  const outdate = useOutdate();
  const menu = useCall<MenuResult>(
    ENDPOINTS.menu,
    {},
    {
      of: "registry",
      enabled: isSignedIn,
      staleTime: Number.POSITIVE_INFINITY,
      cacheTime: Number.POSITIVE_INFINITY,
    },
  );
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
