import { unreadAdvice } from "../features/advice/unread-advice.ts";
import type { QueryContext } from "../query/context.ts";

/** Calls whose Result is the number of what waits for the viewer; menu lines name them (`reminder` in modules.json). */
export const REMINDERS: Readonly<Record<string, (ctx: QueryContext) => Promise<number>>> = {
  "/Advice/getNoReadAdvice": unreadAdvice,
};
