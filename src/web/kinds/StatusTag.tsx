import { TagField } from "@refinedev/antd";
import type { Tone } from "../../shared/protocol/screen.ts";

/** antd's colour for each tone. `plain` is no judgement but a mere kind of thing, and stays plain text. */
const COLORS = {
  plain: null,
  muted: "default",
  info: "processing",
  success: "success",
  warning: "warning",
  error: "error",
} satisfies Record<Tone, string | null>;

/** A status in its colour. */
export function StatusTag({ text, tone }: { text: string; tone: Tone }) {
  const color = COLORS[tone];
  if (color === null) return <span>{text}</span>;
  return <TagField value={text} color={color} className={`status status-${tone}`} bordered />;
}
