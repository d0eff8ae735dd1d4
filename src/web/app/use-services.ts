import type { LiveEvent, LiveProvider } from "@refinedev/core";
import { App } from "antd";
import { useState } from "react";
import { createQueryClient } from "../data/query-client.ts";
import { createErrorReporter, createNotificationProvider } from "../providers/notification-provider.ts";

/** The long-lived objects of the portal, made once. */
export function useServices() {
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

export type Services = ReturnType<typeof useServices>;

/** refine's live provider, fed by the registry watch. */
function createLiveHub() {
  const subscriptions = new Set<{ readonly channel: string; readonly callback: (event: LiveEvent) => void }>();
  const provider: LiveProvider = {
    subscribe: (subscription) => {
      subscriptions.add(subscription);
      return subscription;
    },
    unsubscribe: (subscription) => subscriptions.delete(subscription),
  };
  /** Tells every subscribed list and document that its data or its model may have changed. */
  const announce = () => {
    for (const { channel, callback } of subscriptions) callback({ channel, type: "*", payload: {}, date: new Date() });
  };
  return { provider, announce };
}
