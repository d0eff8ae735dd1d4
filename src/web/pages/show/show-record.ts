import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel, ShowResult, Tone } from "../../../shared/protocol/screen.ts";
import { statusOf } from "../../kinds/text/status-text.ts";

interface StatusTagText {
  readonly field: string;
  readonly text: string;
  readonly tone: Tone;
}

/** The states of a document, each once, in the order of its sections; without those that merely name a kind of document. */
export function statusTags(screen: ScreenModel, row: WireRow): StatusTagText[] {
  const fields = [...screen.show.sections.flatMap((section) => section.fields), ...screen.columns];
  const seen = new Set<string>();
  return fields.flatMap((column) => {
    if (column.format !== "status" || seen.has(column.field)) return [];
    seen.add(column.field);
    const { text, tone } = statusOf(row, column);
    return text === "" || tone === "plain" ? [] : [{ field: column.field, text, tone }];
  });
}

/** {@link ShowResult} as refine's generic types accept it. */
export type ShowRecord = Pick<ShowResult, keyof ShowResult>;

/** The heading of a document. */
export function headingOf(screen: ScreenModel, { row }: ShowRecord) {
  return { title: screen.title, number: String(row[screen.show.titleField] ?? row.Id ?? ""), tags: statusTags(screen, row) };
}
