import type { NotificationProvider } from "@refinedev/core";
import type { MessageInstance } from "antd/es/message/interface";
import { createElement } from "react";
import { ToastText } from "../feedback/ToastText.tsx";
import { errorToast, type Toast } from "./error-toast.ts";

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
export function showToast(message: MessageInstance, { key, text, seconds, requestId }: Toast): void {
  void message.open({ type: "error", key, content: createElement(ToastText, { text, requestId }), duration: seconds });
}
