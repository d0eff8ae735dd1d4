import type { NotificationProvider } from "@refinedev/core";
import type { MessageInstance } from "antd/es/message/interface";
import { errorToast } from "./error-toast.ts";

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

/** Shows one toast per cause: the same failure again replaces its toast. */
export function createErrorReporter(message: MessageInstance): (error: unknown) => void {
  return (error) => {
    const toast = errorToast(error);
    if (toast) void message.open({ type: "error", key: toast.key, content: toast.text, duration: toast.seconds });
  };
}
