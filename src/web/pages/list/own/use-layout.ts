import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { type ArrangedColumn, arrange, layoutOf, shownColumns } from "../../../../shared/domain/list-layout.ts";
import type { Density, ListLayout } from "../../../../shared/protocol/own-list.ts";
import type { ScreenModel } from "../../../../shared/protocol/screen.ts";
import { ENDPOINTS, moduleUrl } from "../../../api/endpoints.ts";
import { post } from "../../../api/post.ts";
import { QUERY_KEYS } from "../../../data/query-keys.ts";
import { PortalQueries } from "../../../data/tab-client.ts";
import { useTask } from "../../../data/use-call.ts";

/** ms: what is changed in one go is kept in one call. */
const SETTLE = 500;
const NOTHING: ListLayout = {};
const NO_OWN = { views: [], view: null };

/** How the user has arranged a list, and what changes it. What is changed shows at once, and is kept by the server a little later. */
export function useLayout(screen: ScreenModel) {
  const keep = useKeep(screen);
  const layout = screen.own?.layout ?? NOTHING;
  const all = useMemo(() => arrange(screen.columns, layout), [screen.columns, layout]);
  return {
    layout,
    /** Also those that are hidden. */
    all,
    columns: useMemo(() => shownColumns(all), [all]),
    density: layout.density,
    isOwn: Object.keys(layout).length > 0,
    arrange: (columns: readonly ArrangedColumn[]) => keep(layoutWith(layoutOf(screen.columns, columns), layout.density)),
    setDensity: (density: Density | undefined) => keep(layoutWith(layout.columns ?? [], density)),
    reset: () => keep(NOTHING),
  };
}

/** What the drawing parts get. */
export type OwnLayout = ReturnType<typeof useLayout>;

function layoutWith(columns: NonNullable<ListLayout["columns"]>, density: Density | undefined): ListLayout {
  return { ...(columns.length > 0 && { columns }), ...(density !== undefined && { density }) };
}

/** Puts the layout into the screen that all tabs of the page share, and tells the server once nothing more is changed. */
function useKeep({ MdlId }: ScreenModel): (layout: ListLayout) => void {
  const client = useQueryClient({ context: PortalQueries });
  const { start } = useTask((layout: ListLayout) => post<void>(moduleUrl(String(MdlId), "SaveLayout"), { layout: JSON.stringify(layout) }));
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null);
  // What waits when the page is left is sent at once.
  useEffect(() => () => waiting.current?.send(), []);
  return (layout) => {
    client.setQueryData<ScreenModel>(QUERY_KEYS.call("registry", ENDPOINTS.screen, { mdl: String(MdlId) }), (old) =>
      old === undefined ? old : { ...old, own: { ...NO_OWN, ...old.own, layout } },
    );
    const send = () => {
      clearTimeout(waiting.current?.timer);
      waiting.current = null;
      start(layout);
    };
    clearTimeout(waiting.current?.timer);
    waiting.current = { timer: setTimeout(send, SETTLE), send };
  };
}
