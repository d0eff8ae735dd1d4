import { type HttpError, useList } from "@refinedev/core";
import { App } from "antd";
import { useMemo, useState } from "react";
import { settingOfKey, settingProblem } from "../../../shared/domain/setting.ts";
import { ALL_ROWS, type WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel, SettingsForm } from "../../../shared/protocol/screen.ts";
import type { Setting } from "../../../shared/registry/model.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { requestKey } from "../../api/post.ts";
import { useCommand } from "../../data/use-call.ts";
import { rowId } from "../../kinds/row.ts";
import { NOTHING_KEPT, useUnsaved } from "../../providers/tab.ts";

/** One setting as the page draws it. */
export interface SettingItem {
  readonly id: string;
  readonly row: WireRow;
  readonly key: string;
  readonly setting: Setting;
  /** As stored; empty: the default counts. */
  readonly value: string;
}

/** Every setting of the page, what is being changed, and how it is saved. */
export function useSettings(screen: ScreenModel, form: SettingsForm) {
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
  const items = groups.flatMap(({ items: all }) => all);
  const textOf = ({ id, value }: SettingItem) => draft[id] ?? value;
  const problemOf = (item: SettingItem) => settingProblem(item.setting, textOf(item));
  const changed = items.filter((item) => textOf(item) !== item.value);
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

  const restore = ({ id, row }: SettingItem) =>
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
    isRight: changed.every((item) => problemOf(item) === null),
    textOf,
    problemOf,
    /** What its control shows: nothing only where somebody has just emptied it. */
    shownOf: ({ id, setting, value }: SettingItem) => draft[id] ?? (value || (setting.fallback ?? "")),
    edit: (id: string, value: string) => setDraft((old) => ({ ...old, [id]: value })),
    discard: () => setDraft({}),
    save,
    restore,
  };
}

/** The rows as settings, group by group, in the order in which they are declared. What nobody declares any more is not asked. */
function settingGroups(form: SettingsForm, rows: readonly WireRow[]): { title: string; items: SettingItem[] }[] {
  const text = (row: WireRow, field: string | null) => (field === null ? "" : String(row[field] ?? ""));
  const keys = Object.keys(form.declared);
  const groups = new Map<string, SettingItem[]>();
  const found = rows.flatMap((row): SettingItem[] => {
    const key = text(row, form.key);
    const declared = settingOfKey(form.declared, key);
    return declared === null ? [] : [{ id: rowId(row), row, key, setting: declared.setting, value: text(row, form.value) }];
  });
  for (const item of found.sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key))) {
    const { group } = item.setting;
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return [...groups].map(([title, items]) => ({ title, items }));
}
