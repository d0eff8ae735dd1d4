import { type HttpError, useList } from "@refinedev/core";
import { App } from "antd";
import { useMemo, useState } from "react";
import { ALL_ROWS, type WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import type { Form } from "../../../shared/registry/model.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { requestKey } from "../../api/post.ts";
import { useDeed } from "../../data/use-call.ts";
import { NOTHING_KEPT, useUnsaved } from "../../providers/tab.ts";
import { changedSettings, type Setting, type SettingDraft, settingGroups } from "./setting-draft.ts";

/** Every setting of the page, what is being changed, and how it is saved. */
export function useSettings(screen: ScreenModel, form: Form) {
  const mdl = String(screen.MdlId);
  const { message } = App.useApp();
  const { run } = useDeed();
  const query = useList<WireRow, HttpError>({
    resource: mdl,
    pagination: { pageSize: ALL_ROWS },
    sorters: [{ field: "Id", order: "asc" }],
  });
  const groups = useMemo(() => settingGroups(form, query.data?.data ?? []), [form, query.data]);
  const [draft, setDraft] = useState<SettingDraft>({});
  const [isSaving, setSaving] = useState(false);
  const changed = changedSettings(groups, draft);
  useUnsaved(changed.length > 0, NOTHING_KEPT);

  const attempt = async (work: () => Promise<void>, done: string) => {
    setSaving(true);
    await work().then(
      () => void message.success(done),
      () => undefined, // told already
    );
    setSaving(false);
  };
  const forget = (id: string) => setDraft(({ [id]: _gone, ...rest }) => rest);

  /** One after the other: what was saved before a refusal stays saved, and only the rest is still marked as changed. */
  const save = () =>
    attempt(async () => {
      for (const { id, row } of changed) {
        const params = { id, rowver: Number(row.rowver), [form.value ?? ""]: draft[id] ?? "" };
        await run({ url: moduleUrl(mdl, "Save"), params, key: requestKey() });
        forget(id);
      }
    }, `已保存 ${changed.length} 项`);

  const restore = ({ id, row }: Setting) =>
    attempt(async () => {
      const params = { action: "restore", ids: id, rowver: Number(row.rowver) };
      await run({ url: moduleUrl(mdl, "Action"), params, key: requestKey() });
      forget(id);
    }, "已恢复默认值");

  return {
    query,
    groups,
    changed,
    isSaving,
    valueOf: ({ id, value }: Setting) => draft[id] ?? value,
    edit: (id: string, value: string) => setDraft((old) => ({ ...old, [id]: value })),
    discard: () => setDraft({}),
    save,
    restore,
  };
}
