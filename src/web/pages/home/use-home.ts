import { useQuery } from "@tanstack/react-query";
import type { HomeData } from "../../../shared/protocol/home.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { SILENT } from "../../providers/query-client.ts";
import { useTab } from "../../providers/tab.ts";
import { WHEN_SHOWN } from "../../providers/tab-client.ts";

const REFRESH_MS = 3 * 60_000;

/**
 * What waits for the user: read whenever the page comes into view, and every few minutes while it is. What is there stays when a
 * later reading fails. Its key is that of rows, so that an action on any of them outdates it.
 */
export function useHome() {
  const { isShown } = useTab();
  return useQuery({
    queryKey: ["data", "home"],
    queryFn: () => post<HomeData>(ENDPOINTS.home),
    refetchInterval: () => (isShown() ? REFRESH_MS : false),
    refetchOnWindowFocus: () => (isShown() ? "always" : false),
    meta: { ...SILENT, ...WHEN_SHOWN },
  });
}
