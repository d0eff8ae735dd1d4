import type { Feature } from "../../http/feature.ts";
import { postEntry } from "./post-entry.ts";
import { reverseEntry } from "./reverse-entry.ts";

/** What is paid, received or set off besides whole payment bills: parts, prepayments, credit notes, refunds, cash fees, deposits. */
export const entries: Feature = {
  name: "entries",
  flags: ["payReview"],
  effects: { "post-entry": { run: postEntry, pays: true }, "reverse-entry": { run: reverseEntry, pays: true } },
};
