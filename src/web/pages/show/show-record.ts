import type { ScreenModel, ShowResult } from "../../../shared/protocol/screen.ts";
import { type StatusTagText, statusTags } from "./status-tags.ts";

/** {@link ShowResult} as refine's generic types accept it. */
export type ShowRecord = Pick<ShowResult, keyof ShowResult>;

/** Heading of a document: what it is, its number, and its states. */
interface Heading {
  readonly title: string;
  readonly number: string;
  readonly tags: readonly StatusTagText[];
}

/** The heading of a document. */
export function headingOf(screen: ScreenModel, { row }: ShowRecord): Heading {
  return { title: screen.title, number: String(row[screen.show.titleField] ?? row.Id ?? ""), tags: statusTags(screen, row) };
}
