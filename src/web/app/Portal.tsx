import { type LiveEvent, type LiveProvider, Refine, type ResourceProps } from "@refinedev/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { App } from "antd";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { MenuResult } from "../../shared/protocol/screen.ts";
import { onSessionChange, sessionState } from "../api/session.ts";
import { dataProvider } from "../data/data-provider.ts";
import { createQueryClient } from "../data/query-client.ts";
import { PortalQueries } from "../data/tab-client.ts";
import { freeFiles } from "../data/use-files.ts";
import { OVERRIDES } from "../overrides/index.ts";
import { OverridePagesContext } from "../pages/list/override-pages.ts";
import { accessProvider, authProvider } from "../providers/auth-provider.ts";
import { i18nProvider } from "../providers/i18n-provider.ts";
import { createErrorReporter, createNotificationProvider } from "../providers/notification-provider.ts";
import { routerProvider } from "../providers/router-provider.ts";
import { pagesOf } from "../shell/menu.ts";
import { PortalRoutes } from "./PortalRoutes.tsx";
import { useMenu } from "./use-menu.ts";

/** Wires refine to our providers; the resources are the modules the server granted. */
export function Portal() {
  const services = useServices();
  return (
    <PortalQueries.Provider value={services.queryClient}>
      <QueryClientProvider client={services.queryClient}>
        <OverridePagesContext.Provider value={OVERRIDES}>
          <RefinePortal services={services} />
        </OverridePagesContext.Provider>
      </QueryClientProvider>
    </PortalQueries.Provider>
  );
}

function RefinePortal({ services }: { services: Services }) {
  const session = useSyncExternalStore(onSessionChange, sessionState);
  useSessionEnd(services);
  const menu = useMenu(session === "in", services.live.announce);
  return (
    <Refine
      dataProvider={dataProvider}
      authProvider={authProvider}
      accessControlProvider={accessProvider}
      notificationProvider={services.notifications}
      i18nProvider={i18nProvider}
      liveProvider={services.live.provider}
      routerProvider={routerProvider}
      resources={resourcesOf(menu.data)}
      options={{
        disableTelemetry: true,
        // Lists and documents are named as what we read ourselves (query-keys): what outdates the one outdates the other.
        useNewQueryKeys: true,
        liveMode: "auto",
        syncWithLocation: true,
        reactQuery: { clientConfig: services.queryClient },
      }}
    >
      <PortalRoutes session={session} menu={menu} />
    </Refine>
  );
}

/** When the session ends: forget everything fetched, and tell why. The guard then leads to the login page. */
function useSessionEnd({ queryClient, reportError }: Services): void {
  useEffect(
    () =>
      onSessionChange((cause) => {
        if (sessionState() === "in") return;
        queryClient.clear();
        if (cause) reportError(cause);
      }),
    [queryClient, reportError],
  );
}

/** refine's resources: one for each granted page, named by its module id. */
function resourcesOf(menu: MenuResult | undefined): ResourceProps[] {
  if (menu === undefined) return [];
  return pagesOf(menu).map(({ MdlId, path, title }) => ({
    name: String(MdlId),
    list: path,
    show: `${path}/show/:id`,
    create: `${path}/create`,
    edit: `${path}/:id/edit`,
    meta: { label: title },
  }));
}

/** The long-lived objects of the portal, made once. */
function useServices() {
  const { message } = App.useApp();
  const [services] = useState(() => {
    const reportError = createErrorReporter(message);
    const queryClient = createQueryClient(reportError);
    freeFiles(queryClient.getQueryCache());
    return {
      queryClient,
      notifications: createNotificationProvider(message),
      live: createLiveHub(),
      reportError,
    };
  });
  return services;
}

type Services = ReturnType<typeof useServices>;

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
