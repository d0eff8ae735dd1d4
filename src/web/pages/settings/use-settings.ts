import { type HttpError, useList } from "@refinedev/core";
import { App } from "antd";
import { useMemo, useState } from "react";
import { ALL_ROWS, type WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import type { Form } from "../../../shared/registry/model.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { requestKey } from "../../api/post.ts";
import { useCommand } from "../../data/use-call.ts";
import { rowId } from "../../kinds/row.ts";
import { NOTHING_KEPT, useUnsaved } from "../../providers/tab.ts";

/** One setting as the page draws it. */
export interface Setting {
  readonly id: string;
  readonly row: WireRow;
  readonly label: string;
  readonly note: string;
  readonly type: string;
  /** As stored. */
  readonly value: string;
  /** What 恢复默认 would write. */
  readonly fallback: string;
}

/** Every setting of the page, what is being changed, and how it is saved. */
export function useSettings(screen: ScreenModel, form: Form) {
  const mdl = String(screen.MdlId);
  const { message } = App.useApp();
  const { run } = useCommand();
  const query = useList<WireRow, HttpError>({
    resource: mdl,
    pagination: { pageSize: ALL_ROWS },
    sorters: [{ field: "Id", order: "asc" }],
  });
  const groups = useMemo(() => settingGroups(form, query.data?.data ?? []), [form, query.data]);
  /** New values by setting id. */
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setSaving] = useState(false);
  const changed = groups.flatMap(({ settings }) => settings).filter(({ id, value }) => draft[id] !== undefined && draft[id] !== value);
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

const REST = "其他";
/** Stands beside the settings; not part of the language of settings pages. */
const NOTE = "Remark";

/** The rows as settings, group by group, in their order. */
function settingGroups(form: Form, rows: readonly WireRow[]): { title: string; settings: Setting[] }[] {
  const text = (row: WireRow, field: string | null) => (field === null ? "" : String(row[field] ?? ""));
  const groups = new Map<string, Setting[]>();
  for (const row of rows) {
    const title = text(row, form.group) || REST;
    const setting = {
      id: rowId(row),
      row,
      label: text(row, form.label),
      note: text(row, NOTE),
      type: text(row, form.valueType),
      value: text(row, form.value),
      fallback: text(row, form.fallback),
    };
    groups.set(title, [...(groups.get(title) ?? []), setting]);
  }
  return [...groups].map(([title, settings]) => ({ title, settings }));
}
