import type { I18nProvider } from "@refinedev/core";
import { DEFAULT_MESSAGE } from "../../shared/protocol/envelope.ts";
import zh from "./zh.json" with { type: "json" };

/** Chinese only. `{{name}}` in a text is replaced by the option of that name. */
export const i18nProvider: I18nProvider = {
  translate: (key, options?: unknown, fallback?: string) => {
    // refine also calls translate(key, fallback).
    const standIn = typeof options === "string" ? options : fallback;
    return fill(ZH[key] ?? standIn ?? key, typeof options === "object" ? (options as Record<string, unknown> | null) : null);
  },
  changeLocale: async () => undefined,
  getLocale: () => "zh-CN",
};

function fill(text: string, options: Record<string, unknown> | null): string {
  return text.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => (options?.[name] === undefined ? hole : String(options[name])));
}

/** refine's own texts in Chinese, by refine's keys. */
const ZH: Readonly<Record<string, string>> = { ...zh, "notifications.error": DEFAULT_MESSAGE };
