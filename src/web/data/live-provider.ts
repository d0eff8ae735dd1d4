import type { LiveEvent, LiveProvider } from "@refinedev/core";

export interface LiveHub {
  readonly provider: LiveProvider;
  /** Tells every subscribed list and document that its data or its model may have changed. */
  readonly announce: () => void;
}

interface Subscription {
  readonly channel: string;
  readonly callback: (event: LiveEvent) => void;
}

/** refine's live provider, fed by the registry watch. */
export function createLiveHub(): LiveHub {
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
