import type { StatusLabel, WireRow } from "../../shared/protocol/list.ts";
import { type ScreenColumn, shownText, type Tone, toneKey } from "../../shared/protocol/screen.ts";

/** Text and tone of a status as the server put them beside the value; without them, as the model lists them. */
export function statusOf(row: WireRow, { field, labels }: Pick<ScreenColumn, "field" | "labels">): { text: string; tone: Tone } {
  const listed: StatusLabel | undefined = labels.find((label) => String(label.value) === String(row[field]));
  const text = shownText(row, field) ?? listed?.text ?? row[field] ?? "";
  const tone = row[toneKey(field)] ?? listed?.tone ?? "plain";
  return { text: String(text), tone: isTone(tone) ? tone : "plain" };
}

const TONES: ReadonlySet<unknown> = new Set<Tone>(["plain", "muted", "info", "success", "warning", "error"]);
const isTone = (value: unknown): value is Tone => TONES.has(value);
