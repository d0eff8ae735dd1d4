import { Tag } from "antd";
import type { Tone } from "../../shared/protocol/screen.ts";

/** antd's colour for each tone. */
const COLORS = {
  plain: "default",
  muted: "default",
  info: "processing",
  success: "success",
  warning: "warning",
  error: "error",
} satisfies Record<Tone, string>;

/** A status in its colour. */
export function StatusTag({ text, tone }: { text: string; tone: Tone }) {
  return (
    <Tag color={COLORS[tone]} className={`status status-${tone}`} bordered>
      {text}
    </Tag>
  );
}
