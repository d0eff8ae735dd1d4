import type { WireRow } from "../../../shared/protocol/list.ts";
import { labelKey, type Tone, toneKey } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { urlsOf } from "../../kinds/text/url-text.ts";

/** A suggestion and its answer, as the page shows them. Texts that are not there are empty. */
export interface Advice {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly pictures: readonly string[];
  readonly supplier: string;
  readonly code: string;
  readonly author: string;
  readonly tel: string;
  readonly source: string;
  readonly isScanned: boolean;
  /** To the minute. */
  readonly time: string;
  readonly state: { readonly code: string; readonly text: string; readonly tone: Tone };
  readonly isReplied: boolean;
  readonly reply: string;
  readonly replyer: string;
  readonly replyTime: string;
  /** When the supplier has seen the answer; empty: not yet. */
  readonly readTime: string;
}

/** The code of an answer that nobody of the supplier has seen. */
export const FRESH = "fresh";
export const WAITING = "waiting";

/** Longest heading made of a text without one. */
const HEADING = 24;
const MINUTES = "yyyy-MM-dd HH:mm".length;

export function adviceOf(row: WireRow): Advice {
  const text = (field: string) => String(row[field] ?? "");
  const time = (field: string) => text(field).slice(0, MINUTES);
  const content = text("content");
  return {
    id: rowId(row),
    // Whoever scanned the code was asked for no heading.
    title: text("title") || headingOf(content),
    content,
    pictures: urlsOf(text("img")),
    supplier: text("Provider"),
    code: text("provid"),
    author: text("UsrName"),
    tel: text("tel"),
    source: text(labelKey("source")),
    isScanned: row.source === "qr",
    time: time("createtime"),
    state: { code: text("state"), text: text(labelKey("state")), tone: (text(toneKey("state")) || "plain") as Tone },
    isReplied: row.isreply === true,
    reply: text("reply"),
    replyer: text("replyer"),
    replyTime: time("replytime"),
    readTime: row.isread === true ? time("readtime") : "",
  };
}

function headingOf(content: string): string {
  const characters = [...content.replaceAll(/\s+/g, " ").trim()];
  return characters.length > HEADING ? `${characters.slice(0, HEADING).join("")}…` : characters.join("");
}
