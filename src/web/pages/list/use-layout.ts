import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { type ArrangedColumn, arrange, layoutOf, shownColumns } from "../../../shared/domain/list-layout.ts";
import type { Density, ListLayout } from "../../../shared/protocol/own-list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { ENDPOINTS, moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { QUERY_KEYS } from "../../data/query-keys.ts";
import { PortalQueries } from "../../data/tab-client.ts";
import { useTask } from "../../data/use-call.ts";

/** ms: what is changed in one go is kept in one call. */
const SETTLE = 300;
const NOTHING: ListLayout = {};
const NO_OWN = { views: [], view: null };

/** Where a layout comes from, and goes to, that is not the user's own one of this page. */
interface OtherLayout {
  /** Of the opened view; null: none is open, or it says nothing of columns. */
  readonly ofView: ListLayout | null;
  /** What the address says; null: nothing. */
  readonly cols: ListLayout | null;
  readonly setCols: (layout: ListLayout | null) => void;
}

/**
 * How a list is arranged, and what changes it. While a view is open, or an address says how, what is changed goes to the address; else it is
 * the user's own: it shows at once, and is kept by the server a little later.
 */
export function useLayout(screen: ScreenModel, { ofView, cols, setCols }: OtherLayout) {
  const store = useKeep(screen);
  const kept = screen.own?.layout;
  // The shared screen tells of a change a little later; a box that is ticked must not spring back meanwhile.
  const [ahead, setAhead] = useState<{ readonly layout: ListLayout; readonly of: ListLayout | undefined } | null>(null);
  const keep = (next: ListLayout) => {
    setAhead({ layout: next, of: kept });
    store(next);
  };
  const layout = cols ?? ofView ?? (ahead !== null && ahead.of === kept ? ahead.layout : kept) ?? NOTHING;
  const all = useMemo(() => arrange(screen.columns, layout), [screen.columns, layout]);
  const isOther = cols !== null || ofView !== null;
  const change = isOther ? setCols : keep;
  return {
    layout,
    /** Also those that are hidden. */
    all,
    columns: useMemo(() => shownColumns(all), [all]),
    density: layout.density,
    /** There is something to be undone. */
    isChanged: isOther ? cols !== null : Object.keys(layout).length > 0,
    arrange: (columns: readonly ArrangedColumn[]) => change(layoutWith(layoutOf(screen.columns, columns), layout.density)),
    setDensity: (density: Density | undefined) => change(layoutWith(layout.columns ?? [], density)),
    reset: () => (isOther ? setCols(null) : keep({})),
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
  const { start } = useTask((layout: ListLayout) =>
    post<void>(moduleUrl(String(MdlId), "SaveLayout"), { layout: JSON.stringify(layout) }, { outlivesPage: true }),
  );
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null);
  // What waits when the page is left, or the window reloaded, is sent at once.
  useEffect(() => {
    const flush = () => waiting.current?.send();
    addEventListener("pagehide", flush);
    return () => {
      removeEventListener("pagehide", flush);
      flush();
    };
  }, []);
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
