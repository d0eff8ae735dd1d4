import type { Feature } from "../../http/feature.ts";
import { getPage } from "../../http/module.ts";
import { readNoted } from "../../tables/heads/note-heads.ts";
import { heldPairsCall } from "./held-pairs-call.ts";
import { verifyAuditCall } from "./verify-audit-call.ts";

/** What was done, for auditors: the page of the event log, and whether it and money's rows are as the program left them, and who holds what should be two people's. */
export const audit: Feature = {
  name: "audit",
  overrides: { audit: {} },
  waiting: {
    help: "Signed heads of the audit chains that nobody has taken yet",
    count: async (db) => (await readNoted(db)).waiting.length,
  },
  rows: { audit: getPage },
  calls: [verifyAuditCall, heldPairsCall],
};
