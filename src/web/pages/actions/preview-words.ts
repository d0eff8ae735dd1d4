import { CODE } from "../../../shared/protocol/envelope.ts";
import type { ActionPreview, PreviewChoice, PreviewRow } from "../../../shared/protocol/preview.ts";

/** Whether the action would go through for this row. */
export const isDone = ({ Code }: Pick<PreviewRow, "Code">): boolean => Code === CODE.ok;

/** Why nothing of it can be done: the first refusal, with its row where there are several (docs/decisions/12); null: it can. */
export function refusalOf({ rows }: Pick<ActionPreview, "rows">): string | null {
  const refused = rows.find((row) => !isDone(row));
  if (refused === undefined) return null;
  return rows.length > 1 ? `${refused.Msg}（${refused.title}）` : refused.Msg;
}

/** The versions of the rows that are shown, as the calls take them: what was seen is what is done (docs/decisions/91). */
export const seenIn = ({ rows }: Pick<ActionPreview, "rows">): string =>
  JSON.stringify(Object.fromEntries(rows.map(({ id, rowver }) => [id, rowver])));

/** What is chosen: what the user picked, as long as the rows can go with it, else the first that they can; undefined: nothing. */
export function chosenOf({ choose }: Pick<ActionPreview, "choose">, picked: string | null): PreviewChoice | undefined {
  const open = choose?.choices.filter(({ Msg }) => Msg === "") ?? [];
  return open.find(({ key }) => key === picked) ?? open[0];
}
