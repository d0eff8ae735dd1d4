import { TagField } from "@refinedev/antd";
import type { Tone } from "../../shared/protocol/screen.ts";

/** A status in its colour, with a shape that says as much to who does not see colours; `plain` is no judgement but a mere kind of thing. */
export function StatusTag({ text, tone }: { text: string; tone: Tone }) {
  if (tone === "plain") return <span>{text}</span>;
  return <TagField value={text} className={`status status-${tone}`} icon={<i className="status-shape" />} bordered />;
}
