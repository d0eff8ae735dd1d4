import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { Favourite, RecentDocument, ShortcutsResult } from "../../shared/protocol/own-list.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import { QUERY_KEYS } from "./query-keys.ts";
import { PortalQueries } from "./tab-client.ts";
import { useCall, useTask } from "./use-call.ts";

const NOTHING: ShortcutsResult = { favourites: [], recent: [] };

/** Documents that are told, as the server does. */
const RECENT = 20;

/** Puts a document that is looked at now before those of before; the server notes it by itself. null: it is still being read. */
export function useRecent(document: RecentDocument | null): void {
  const client = useQueryClient({ context: PortalQueries });
  const text = document === null ? null : JSON.stringify(document);
  useEffect(() => {
    if (text === null) return;
    const shown = JSON.parse(text) as RecentDocument;
    client.setQueryData<ShortcutsResult>(QUERY_KEYS.call("fixed", ENDPOINTS.shortcuts, {}), (old) => {
      if (old === undefined) return old;
      const others = old.recent.filter(({ path }) => path !== shown.path);
      return { ...old, recent: [shown, ...others].slice(0, RECENT) };
    });
  }, [client, text]);
}

/** What the user has at hand: pages and views, which he chooses, and the documents that he looked at last. */
export function useShortcuts() {
  const client = useQueryClient({ context: PortalQueries });
  // One answer serves the whole portal; documents are asked for anew when somebody looks at them.
  const query = useCall<ShortcutsResult>(
    ENDPOINTS.shortcuts,
    {},
    { of: "fixed", isSilent: true, staleTime: Number.POSITIVE_INFINITY, context: PortalQueries },
  );
  const { start } = useTask(async (favourites: readonly Pick<Favourite, "MdlId" | "view">[]) => {
    const keys = JSON.stringify(favourites.map(({ MdlId, view }) => [MdlId, view]));
    const told = await post<ShortcutsResult>(ENDPOINTS.saveFavourites, { favourites: keys });
    client.setQueryData(QUERY_KEYS.call("fixed", ENDPOINTS.shortcuts, {}), told);
  });
  const { refetch } = query;
  const { favourites, recent } = query.data ?? NOTHING;
  return {
    favourites,
    recent,
    refresh: useCallback(() => void refetch(), [refetch]),
    /** Puts a page or a view at hand, or away. */
    toggle: (MdlId: number, view: string) => {
      const others = favourites.filter((one) => one.MdlId !== MdlId || one.view !== view);
      start(others.length < favourites.length ? others : [...others, { MdlId, view }]);
    },
  };
}
