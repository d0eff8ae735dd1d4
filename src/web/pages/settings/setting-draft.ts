import type { WireRow } from "../../../shared/protocol/list.ts";
import type { Form } from "../../../shared/registry/model.ts";
import { rowId } from "../../kinds/row.ts";

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

export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting[];
}

const REST = "其他";
/** Stands beside the settings; not part of the language of settings pages. */
const NOTE = "Remark";

/** The rows as settings, group by group, in their order. */
export function settingGroups(form: Form, rows: readonly WireRow[]): SettingGroup[] {
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

/** New values by setting id. */
export type SettingDraft = Readonly<Record<string, string>>;

/** The settings whose new value differs from what is stored. */
export function changedSettings(groups: readonly SettingGroup[], draft: SettingDraft): Setting[] {
  return groups.flatMap(({ settings }) => settings).filter(({ id, value }) => draft[id] !== undefined && draft[id] !== value);
}
