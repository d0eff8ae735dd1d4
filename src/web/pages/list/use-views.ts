import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SavedViewResult, ViewsResult } from "../../../shared/protocol/own-list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { ENDPOINTS, type ModuleCall, moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import type { FormParams } from "../../api/send.ts";
import { QUERY_KEYS } from "../../data/query-keys.ts";
import { PortalQueries } from "../../data/tab-client.ts";
import { useCall, useTask } from "../../data/use-call.ts";
import type { ListState } from "./use-list.ts";
import { isChanged, stateOf } from "./view-state.ts";

/** Under what name, and for whom, a view is saved. */
export interface ViewName {
  readonly title: string;
  readonly isShared: boolean;
  readonly isDefault: boolean;
}

/** The saved views of a list, and what can be done with them. What comes of it is put into the screen that all tabs of the page share. */
export function useViews(screen: ScreenModel, list: ListState) {
  const mdl = String(screen.MdlId);
  const client = useQueryClient({ context: PortalQueries });
  const [mayShare, setMayShare] = useState(false);
  const take = ({ own, mayShare: may }: ViewsResult) => {
    setMayShare(may);
    client.setQueryData<ScreenModel>(QUERY_KEYS.call("registry", ENDPOINTS.screen, { mdl }), (old) =>
      old === undefined ? old : { ...old, own: { ...own, layout: old.own?.layout ?? own.layout } },
    );
  };
  // Others may have shared or deleted some since the screen was read.
  useCall<ViewsResult>(moduleUrl(mdl, "GetViews"), {}, { of: "fixed", cacheTime: 0, onSuccess: take });
  const { start, isRunning } = useTask(async ({ call, params, done }: Command) => {
    const told = await post<SavedViewResult>(moduleUrl(mdl, call), params);
    take(told);
    done?.(told);
  });
  const { view } = list.look;
  const state = () => JSON.stringify(stateOf(list.look, screen, list.own.layout, list.fit));
  return {
    views: screen.own?.views ?? [],
    /** Id of the one that the list opens with. */
    first: screen.own?.view ?? null,
    view,
    isChanged: isChanged(list.look, screen, list.fit),
    mayShare,
    isRunning,
    create: ({ title, isShared, isDefault }: ViewName, done: () => void) =>
      start({
        call: "SaveView",
        params: { title, state: state(), shared: isShared ? "1" : "0", default: isDefault ? "1" : "0" },
        done: ({ id }) => {
          list.nameView(id);
          done();
        },
      }),
    /** Saves over the opened view what is looked at now. */
    renew: () => {
      if (view === null) return;
      const { id, title, isShared } = view;
      start({ call: "SaveView", params: { id, title, state: state(), shared: isShared ? "1" : "0" }, done: () => list.nameView(id) });
    },
    remove: (id: string) => start({ call: "DeleteView", params: { id } }),
    openFirst: (id: string | null) => start({ call: "SetDefaultView", params: { id: id ?? "" } }),
  };
}

interface Command {
  readonly call: ModuleCall;
  readonly params: FormParams;
  readonly done?: (told: SavedViewResult) => void;
}
