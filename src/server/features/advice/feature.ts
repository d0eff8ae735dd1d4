import type { Feature } from "../../http/feature.ts";
import { adviceCalls } from "./advice-calls.ts";
import { getAdviceForm, getAdviceLink, saveSuggestion } from "./suggest.ts";
import { unreadAdvice } from "./unread-advice.ts";

/** Suggestions of suppliers and visitors, and the shop's answers. */
export const advice: Feature = {
  name: "advice",
  flags: ["advice"],
  needs: {
    Advice: { readable: { isreply: "bool", isread: "bool" }, transitions: ["reply"] },
    Provider: { fields: { provid: "string", Provider: "string", statu: "enum" } },
  },
  reminders: { "/Advice/getNoReadAdvice": { count: unreadAdvice } },
  overrides: { advice: {} },
  calls: [...adviceCalls, getAdviceForm, saveSuggestion, getAdviceLink],
};
