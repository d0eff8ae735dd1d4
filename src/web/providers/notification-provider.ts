import type { NotificationProvider } from "@refinedev/core";
import type { MessageInstance } from "antd/es/message/interface";
import { createElement } from "react";
import { ERRORS, type ErrorId, errorIdOf, textOf } from "../../shared/domain/error-catalogue.ts";
import { ApiError, causeOf, DEFAULT_MESSAGE } from "../../shared/protocol/envelope.ts";
import { ToastText } from "../feedback/ToastText.tsx";

const SUCCESS_SECONDS = 3;

/** refine's notifications as antd messages. */
export function createNotificationProvider(message: MessageInstance): NotificationProvider {
  return {
    open: ({ key, message: text, type }) => {
      // refine announces each failure of a hook; the query client has already reported it.
      if (type === "error") return;
      void message.open({ type: "success", content: text, duration: SUCCESS_SECONDS, ...(key !== undefined && { key }) });
    },
    close: (key) => message.destroy(key),
  };
}

/** Tells the user about failures. */
export function createErrorReporter(message: MessageInstance): (error: unknown) => void {
  return (error) => {
    const toast = errorToast(error);
    if (toast) showToast(message, toast);
  };
}

/** Shows one toast per cause: while it is shown, the same cause again takes its place and its time begins anew. */
export function showToast(message: MessageInstance, { key, text, cause, seconds, requestId }: Toast): void {
  void message.open({ type: "error", key, content: createElement(ToastText, { text, cause, requestId }), duration: seconds });
}

/** What the user is told about a failure, and for how many seconds. Same key: same cause, shown once. */
interface Toast {
  readonly key: string;
  readonly text: string;
  /** What it comes from. */
  readonly cause?: string;
  readonly seconds: number;
  /** What the server's log calls the request, where the server itself failed. */
  readonly requestId?: string;
}

/** Rows that are told by a toast, with words of their own. */
type ToldId = { [Id in ErrorId]: (typeof ERRORS)[Id] extends { text: string; durationMs: number } ? Id : never }[ErrorId];

/** Codes from here on are the server's own failures. */
const SERVER_FAILURE = 500;

/** The one place that decides text and duration of an error toast. null: the user is not told (a cancelled call). */
export function errorToast(error: unknown): Toast | null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  if (!(error instanceof ApiError)) return toast("transport", DEFAULT_MESSAGE);
  const cause = causeOf(error);
  const told = { ...toast(errorIdOf(error), textOf(error)), ...(cause !== "" && { cause }) };
  const { code, requestId } = error;
  return code >= SERVER_FAILURE && requestId !== undefined ? { ...told, requestId } : told;
}

/** The toast of a row of the catalogue. */
export const toastOf = (id: ToldId): Toast => toast(id, ERRORS[id].text);

function toast(id: ErrorId, text: string): Toast {
  return { key: text, text, seconds: (ERRORS[id].durationMs ?? 0) / 1000 };
}
