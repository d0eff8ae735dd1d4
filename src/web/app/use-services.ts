import type { LiveEvent, LiveProvider, NotificationProvider } from "@refinedev/core";
import type { QueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useState } from "react";
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

interface LiveHub {
  readonly provider: LiveProvider;
  /** Tells every subscribed list and document that its data or its model may have changed. */
  readonly announce: () => void;
}

interface Subscription {
  readonly channel: string;
  readonly callback: (event: LiveEvent) => void;
}

/** refine's live provider, fed by the registry watch. */
function createLiveHub(): LiveHub {
  const subscriptions = new Set<Subscription>();
  return {
    provider: {
      subscribe: ({ channel, callback }): Subscription => {
        const subscription = { channel, callback };
        subscriptions.add(subscription);
        return subscription;
      },
      unsubscribe: (subscription: Subscription) => subscriptions.delete(subscription),
    },
    announce: () => {
      for (const { channel, callback } of subscriptions) callback({ channel, type: "*", payload: {}, date: new Date() });
    },
  };
}
