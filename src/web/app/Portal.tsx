import { Refine } from "@refinedev/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { onSessionChange, sessionState } from "../api/session.ts";
import { dataProvider } from "../data/data-provider.ts";
import { PortalQueries } from "../data/tab-client.ts";
import { OVERRIDES } from "../overrides/index.ts";
import { OverridePagesContext } from "../pages/module/override-pages.ts";
import { accessProvider } from "../providers/access-provider.ts";
import { authProvider } from "../providers/auth-provider.ts";
import { i18nProvider } from "../providers/i18n-provider.ts";
import { routerProvider } from "../providers/router-provider.ts";
import { PortalRoutes } from "./PortalRoutes.tsx";
import { resourcesOf } from "./resources.ts";
import { useMenu } from "./use-menu.ts";
import { type Services, useServices } from "./use-services.ts";
import { useSessionEnd } from "./use-session-end.ts";

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
