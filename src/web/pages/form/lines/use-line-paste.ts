import type { ClipboardEvent } from "react";
import type { FormField, RefOption } from "../../../../shared/protocol/form.ts";
import { findOption, type OptionsOf, optionsByCode } from "../../../kinds/inputs/options.ts";
import type { PastedRows } from "../state/edit-lines.ts";
import { isBlank, lineKey } from "../state/form-draft.ts";
import type { LinesContext, LinesTable } from "./lines-context.ts";
import { placeTable, readTable } from "./place-table.ts";

interface LinePasteInput extends LinesTable {
  /** Tells in words what was done, and what could not be found. */
  readonly tell: (text: string, isWarning: boolean) => void;
}

/** Pastes a table from Excel over the cells from the cursor on; rows that are missing are added, codes are looked up. */
export function useLinePaste({ context, lines, columns, active, tell }: LinePasteInput) {
  const resolve = useResolveCodes(context, tell);
  return (event: ClipboardEvent<HTMLElement>) => {
    const table = readTable(event.clipboardData.getData("text/plain"));
    // One value alone goes where the cursor is.
    if (table.length === 0 || (table.length === 1 && table[0]?.length === 1)) return;
    event.preventDefault();
    const { fields, rows, dropped } = placeTable(table, columns, active?.field ?? columns[0]?.name ?? "");
    if (fields.length === 0) return tell("没有可以粘贴的列", true);
    const start = active === null ? lines.length : lines.findIndex(({ key }) => key === active.key);
    const placed = rows.map((writings, index) => ({ key: lines[start + index]?.key ?? lineKey(), writings }));
    context.edit({ kind: "paste", rows: placed });
    const rest = dropped > 0 ? `；右侧 ${dropped} 列没有位置，未粘贴` : "";
    tell(`已粘贴 ${rows.length} 行：${fields.map(({ title }) => title).join("、")}${rest}`, dropped > 0);
    const [first] = placed;
    const field = fields[0];
    if (active === null && first !== undefined && field !== undefined) context.enter({ key: first.key, field: field.name });
    void resolve(fields, placed);
  };
}

/** Names looked for; a whole column of them is rather a column in the wrong place. */
const MOST_NAMES = 50;
const TOLD = 5;

type PastedRow = PastedRows[number];
type Tell = (text: string, isWarning: boolean) => void;

/** Looks up pasted codes, or names, and takes over what their rows give. What nobody knows stays as it is, and is told. */
function useResolveCodes({ source, edit, headValues }: LinesContext, tell: Tell) {
  return async (fields: readonly FormField[], rows: PastedRows): Promise<void> => {
    for (const field of fields.filter(({ type }) => type === "ref")) {
      const narrow = Object.fromEntries(field.narrowedBy.map((name) => [name, headValues()[name] ?? null]));
      const texts = [...new Set(rows.flatMap((row) => textOf(row, field.name) ?? []))];
      const found = await lookUp({ ...source, field: field.name, narrow }, texts).catch(() => null);
      if (found === null) return tell(`${field.title}未能核对，请逐行选择`, true);
      const resolved = rows.flatMap((row) => {
        const option = found.get(textOf(row, field.name) ?? "");
        return option ? [{ key: row.key, writings: [{ field: field.name, value: option.value, fill: option.fill }] }] : [];
      });
      edit({ kind: "resolve", rows: resolved });
      tellMissing(
        field,
        texts.filter((text) => !found.has(text)),
        tell,
      );
    }
  };
}

function tellMissing({ title }: FormField, missing: readonly string[], tell: Tell): void {
  if (missing.length === 0) return;
  tell(`${title}找不到：${missing.slice(0, TOLD).join("、")}${missing.length > TOLD ? ` 等 ${missing.length} 个` : ""}`, true);
}

function textOf({ writings }: PastedRow, field: string): string | null {
  const value = writings.find((writing) => writing.field === field)?.value;
  return isBlank(value) ? null : String(value);
}

/** By code first, many at once; what is no code may be a name, and is looked for one by one. */
async function lookUp(of: OptionsOf, texts: readonly string[]): Promise<ReadonlyMap<string, RefOption>> {
  const found = new Map(await optionsByCode(of, texts));
  for (const text of texts.filter((one) => !found.has(one)).slice(0, MOST_NAMES)) {
    const option = await findOption(of, text);
    if (option !== undefined) found.set(text, option);
  }
  return found;
}
