import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ApiError } from "../../shared/protocol/envelope.ts";
import type { MenuResult } from "../../shared/protocol/screen.ts";
import { refreshUser } from "../api/refresh-user.ts";
import { watchRegistry } from "../providers/registry-watch.ts";
import { fetchMenu, MENU_KEY } from "../shell/menu.ts";

/** The menu of the signed-in user. When the registry changes, rights, menu and screen models are read again and `announce` is called. */
export function useMenu(isSignedIn: boolean, announce: () => void): UseQueryResult<MenuResult, ApiError> {
  const queryClient = useQueryClient();
  const menu = useQuery<MenuResult, ApiError>({
    queryKey: MENU_KEY,
    queryFn: fetchMenu,
    enabled: isSignedIn,
    staleTime: Number.POSITIVE_INFINITY,
    cacheTime: Number.POSITIVE_INFINITY,
  });
  const version = isSignedIn ? menu.data?.version : undefined;
  useEffect(() => {
    if (version === undefined) return;
    return watchRegistry(version, async () => {
      await refreshUser().catch(() => undefined); // the server decides anyway; what is shown catches up with the next change
      void queryClient.invalidateQueries({ queryKey: ["useCan"] });
      void queryClient.invalidateQueries({ queryKey: ["registry"] });
      announce();
    });
  }, [version, queryClient, announce]);
  return menu;
}
