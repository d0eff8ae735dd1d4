import type { ReactNode } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { PortalQueries } from "../../data/tab-client.ts";
import { useCall } from "../../data/use-call.ts";
import { PageWait } from "./PageWait.tsx";

/** Loads the model of a module and hands it to `children`; all its tabs share it until the registry changes. */
export function Screen({ mdl, children }: { mdl: string; children: (screen: ScreenModel) => ReactNode }) {
  const query = useCall<ScreenModel>(
    ENDPOINTS.screen,
    { mdl },
    {
      of: "registry",
      staleTime: Number.POSITIVE_INFINITY,
      cacheTime: Number.POSITIVE_INFINITY,
      keepPreviousData: false,
      context: PortalQueries,
    },
  );
  return query.data === undefined ? <PageWait query={query} /> : children(query.data);
}
