import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from "react";
import { createRoot } from "react-dom/client";

/** The pages of visitors who are not signed in, besides the login page. Plain React and CSS: they are opened on phones, and once. */
const PAGES: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  "/register": lazy(() => import("./RegisterPage.tsx")),
  "/setup": lazy(() => import("./SetupPage.tsx")),
  "/suggestion": lazy(() => import("./SuggestionPage.tsx")),
};

/** Draws the page of this address alone, without the portal around it. */
export function mount(): void {
  const host = document.getElementById("root");
  const Page = PAGES[location.pathname];
  if (host === null || Page === undefined) throw new Error(`nothing to draw at ${location.pathname}`);
  createRoot(host).render(
    <Suspense fallback={<div className="boot" />}>
      <Page />
    </Suspense>,
  );
}
