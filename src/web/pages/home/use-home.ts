import { useQuery } from "@tanstack/react-query";
import { type RefObject, useCallback } from "react";
import type { HomeData } from "../../../shared/protocol/home.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { SILENT } from "../../providers/query-client.ts";
import { useShown } from "./use-shown.ts";

const REFRESH_MS = 3 * 60_000;
/** Data of the last seconds is new enough for a page that comes into view. */
const NEW_MS = 3000;

/**
 * What waits for the user: read when the page comes into view, and every few minutes while it is. What is there stays when a
 * later reading fails. Its key is that of rows, so that an action on any of them outdates it.
 */
export function useHome(page: RefObject<HTMLElement>) {
  const query = useQuery({
    queryKey: ["data", "home"],
    queryFn: () => post<HomeData>(ENDPOINTS.home),
    meta: SILENT,
  });
  const { refetch, dataUpdatedAt } = query;
  const refresh = useCallback(() => {
    if (Date.now() - dataUpdatedAt > NEW_MS) void refetch();
  }, [refetch, dataUpdatedAt]);
  useShown(page, refresh, REFRESH_MS);
  return query;
}
