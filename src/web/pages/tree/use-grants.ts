import { useInvalidate } from "@refinedev/core";
import { useQuery } from "@tanstack/react-query";
import { App } from "antd";
import { useEffect, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { GrantsResult } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { requestKey } from "../../api/request-key.ts";
import { rowId } from "../../kinds/row.ts";
import { createErrorReporter } from "../../providers/notification-provider.ts";
import { NOTHING_KEPT, useUnsaved } from "../../providers/tab.ts";
import { changesBetween, heldOf, type Ticked, wireGrants } from "./grant-draft.ts";

const NONE: Ticked = new Set();

/** The rights of one group, as they are and as they are being changed. */
export function useGrants(mdl: string, group: WireRow) {
  const { message } = App.useApp();
  const invalidate = useInvalidate();
  const id = rowId(group);
  const query = useQuery<GrantsResult, Error>({
    queryKey: ["data", "default", mdl, "grants", id],
    queryFn: () => post<GrantsResult>(moduleUrl(mdl, "GetGrants"), { id }),
  });
  const [draft, setDraft] = useState<{ isAll: boolean; ticked: Ticked } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { data } = query;
  // Fresh rights from the server end what was being changed on older ones.
  useEffect(() => setDraft(data ? { isAll: data.isAll, ticked: heldOf(data) } : null), [data]);

  const held = data ? heldOf(data) : NONE;
  const isAll = draft?.isAll ?? false;
  const changes = data && draft ? (draft.isAll !== data.isAll ? 1 : 0) + (draft.isAll ? 0 : changesBetween(held, draft.ticked)) : 0;
  useUnsaved(changes > 0, NOTHING_KEPT);

  const save = async () => {
    if (!data || !draft) return;
    setSaving(true);
    const grants = draft.isAll ? { all: true } : { grants: wireGrants(data, draft.ticked) };
    try {
      await post(
        moduleUrl(mdl, "Grant"),
        { id, rowver: Number(group.rowver), ...grants },
        { headers: { "Idempotency-Key": requestKey() } },
      );
      void message.success("权限已保存，该组用户的下一次操作即按新权限执行");
    } catch (error) {
      createErrorReporter(message)(error);
    } finally {
      setSaving(false);
      await Promise.all([query.refetch(), invalidate({ resource: mdl, invalidates: ["resourceAll"] })]);
    }
  };

  return {
    query,
    ticked: draft?.ticked ?? NONE,
    isAll,
    changes,
    isSaving,
    setTicked: (ticked: Ticked) => setDraft({ isAll, ticked }),
    setAll: (on: boolean) => setDraft({ isAll: on, ticked: draft?.ticked ?? NONE }),
    discard: () => data && setDraft({ isAll: data.isAll, ticked: held }),
    save,
  };
}
