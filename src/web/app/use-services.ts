import type { NotificationProvider } from "@refinedev/core";
import type { QueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useState } from "react";
import { createLiveHub, type LiveHub } from "../data/live-provider.ts";
import { createQueryClient } from "../data/query-client.ts";
import { createErrorReporter, createNotificationProvider } from "../providers/notification-provider.ts";

export interface Services {
  readonly queryClient: QueryClient;
  readonly notifications: NotificationProvider;
  readonly live: LiveHub;
  readonly reportError: (error: unknown) => void;
}

/** The long-lived objects of the portal, made once. */
export function useServices(): Services {
  const { message } = App.useApp();
  const [services] = useState(() => {
    const reportError = createErrorReporter(message);
    return {
      queryClient: createQueryClient(reportError),
      notifications: createNotificationProvider(message),
      live: createLiveHub(),
      reportError,
    };
  });
  return services;
}
