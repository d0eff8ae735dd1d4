import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, type RenderResult, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import type { ReactNode } from "react";
import { afterEach, beforeEach, vi } from "vitest";
import { createQueryClient } from "../../../src/web/data/query-client.ts";
import { PortalQueries } from "../../../src/web/data/tab-client.ts";

// What is loaded when it is needed takes its time on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// Whoever asks the server without {@link answerCalls} waits: there is none.
beforeEach(() => void vi.stubGlobal("fetch", () => new Promise(() => undefined)));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Drawn extends Pick<RenderResult, "container" | "unmount"> {
  readonly user: ReturnType<typeof userEvent.setup>;
}

/** Draws an element with what the portal has around every page: antd's app and a query client. */
export function draw(element: ReactNode, client = createQueryClient(() => undefined)): Drawn {
  const around = ({ children }: { children: ReactNode }) => (
    <PortalQueries.Provider value={client}>
      <QueryClientProvider client={client}>
        <App>{children}</App>
      </QueryClientProvider>
    </PortalQueries.Provider>
  );
  const { container, unmount } = render(element, { wrapper: around });
  return { container, unmount, user: userEvent.setup() };
}

/** Answers every call of the portal with this result, and returns what was asked: address and parameters. */
export function answerCalls(result: unknown): { readonly path: string; readonly params: URLSearchParams }[] {
  const asked: { path: string; params: URLSearchParams }[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    asked.push({ path, params: new URLSearchParams(String(body)) });
    return Response.json({ Code: 200, Msg: "", Result: result });
  });
  return asked;
}
