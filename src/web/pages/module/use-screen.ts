import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ApiError } from "../../../shared/protocol/envelope.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { PortalQueries } from "../../providers/tab-client.ts";

/** The screen model of a module; all its tabs share it until the registry changes. */
export function useScreen(mdl: string): UseQueryResult<ScreenModel, ApiError> {
  return useQuery<ScreenModel, ApiError>({
    queryKey: ["registry", "screen", mdl],
    queryFn: () => post<ScreenModel>(ENDPOINTS.screen, { mdl }),
    staleTime: Number.POSITIVE_INFINITY,
    cacheTime: Number.POSITIVE_INFINITY,
    keepPreviousData: false,
    context: PortalQueries,
  });
}
