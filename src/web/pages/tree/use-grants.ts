import { App } from "antd";
import { useEffect, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { GrantsResult } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { requestKey } from "../../api/post.ts";
import { useCall, useDeed } from "../../data/use-call.ts";
import { rowId } from "../../kinds/row.ts";
import { NOTHING_KEPT, useUnsaved } from "../../providers/tab.ts";
import { changesBetween, heldOf, type Ticked, wireGrants } from "./grant-draft.ts";

const NONE: Ticked = new Set();

/** The rights of one group, as they are and as they are being changed. */
export function useGrants(mdl: string, group: WireRow) {
  const { message } = App.useApp();
  const { run, isRunning } = useDeed();
  const id = rowId(group);
  const query = useCall<GrantsResult>(moduleUrl(mdl, "GetGrants"), { id });
  const [draft, setDraft] = useState<{ isAll: boolean; ticked: Ticked } | null>(null);
  const { data } = query;
  // Fresh rights from the server end what was being changed on older ones.
  useEffect(() => setDraft(data ? { isAll: data.isAll, ticked: heldOf(data) } : null), [data]);

  const held = data ? heldOf(data) : NONE;
  const isAll = draft?.isAll ?? false;
  const changes = data && draft ? (draft.isAll !== data.isAll ? 1 : 0) + (draft.isAll ? 0 : changesBetween(held, draft.ticked)) : 0;
  useUnsaved(changes > 0, NOTHING_KEPT);

  const save = async () => {
    if (!data || !draft) return;
    const grants = draft.isAll ? { all: true } : { grants: wireGrants(data, draft.ticked) };
    const params = { id, rowver: Number(group.rowver), ...grants };
    await run({ url: moduleUrl(mdl, "Grant"), params, key: requestKey() }).then(
      () => void message.success("权限已保存，该组用户的下一次操作即按新权限执行"),
      () => undefined, // told already
    );
  };

  return {
    query,
    ticked: draft?.ticked ?? NONE,
    isAll,
    changes,
    isSaving: isRunning,
    setTicked: (ticked: Ticked) => setDraft({ isAll, ticked }),
    setAll: (on: boolean) => setDraft({ isAll: on, ticked: draft?.ticked ?? NONE }),
    discard: () => data && setDraft({ isAll: data.isAll, ticked: held }),
    save,
  };
}
