import type { UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { Route, Routes, useLocation, useNavigationType } from "react-router-dom";
import { placeOfPath } from "../../shared/domain/page-place.ts";
import type { MenuResult } from "../../shared/protocol/screen.ts";
import type { SessionState } from "../api/session.ts";
import { Boot } from "../kinds/light/Boot.tsx";
import { FailedPage, MessagePage } from "../pages/failed/FailedPage.tsx";
import { PageBoundary } from "../pages/failed/PageBoundary.tsx";
import { PageSkeleton } from "../pages/module/PageWait.tsx";
import { groupsOf, pagesOf } from "../shell/menu.ts";
import { Shell } from "../shell/Shell.tsx";
import { judge, type Visitor } from "./guard.ts";
import { PAGE_PARTS, readyMainPage } from "./page-parts.ts";
import { useGuard } from "./use-guard.ts";

const LoginPage = lazy(() => import("../pages/login/LoginPage.tsx"));
const NotFoundPage = lazy(() => import("../pages/not-found/NotFoundPage.tsx"));
const RegisterPage = lazy(() => import("../pages/visitor/RegisterPage.tsx"));
const SetupPage = lazy(() => import("../pages/visitor/SetupPage.tsx"));
const SuggestionPage = lazy(() => import("../pages/visitor/SuggestionPage.tsx"));
const PrintPage = lazy(() => import("../pages/print/PrintPage.tsx"));

/** Guards every address, and draws either a bare page or a page inside the shell. */
export function PortalRoutes({ session, menu }: { session: SessionState; menu: UseQueryResult<MenuResult, Error> }) {
  const visitor = useMemo(() => visitorOf(session, menu.data), [session, menu.data]);
  const guarded = useGuard(visitor);
  const action = useNavigationType();
  const content = useMemo(() => menu.data && <ShellRoutes menu={menu.data} />, [menu.data]);
  const mayOpen = useCallback(
    (pathname: string) => visitor !== null && judge({ ...visitor, pathname, search: "" }).kind === "show",
    [visitor],
  );
  if (session === "in" && menu.data === undefined && menu.isError)
    return <FailedPage error={menu.error} onRetry={() => void menu.refetch()} />;
  // A first address that the user may not open; a toast tells why, and the guard leads home in a moment.
  if (guarded.kind === "refused") return <MessagePage sign="!" title="无法打开该页面" text="正在返回首页…" testId="refused-page" />;
  if (guarded.kind === "wait") return <Boot />;
  return (
    <Suspense fallback={<Boot />}>
      <Routes location={guarded.location}>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/setup" element={<SetupPage />} />
        <Route path="/suggestion" element={<SuggestionPage />} />
        <Route path="/print/:mdl/:template" element={<PrintPage />} />
        <Route
          path="*"
          element={
            menu.data ? (
              <Shell menu={menu.data} visit={{ location: guarded.location, action }} mayOpen={mayOpen} content={content} />
            ) : (
              <NotFoundPage />
            )
          }
        />
      </Routes>
    </Suspense>
  );
}

const NO_PAGES = { pages: [], closed: [], limit: null };

/** Who asks for an address; null: a session whose menu is still on its way. */
function visitorOf(session: SessionState, menu: MenuResult | undefined): Visitor | null {
  if (session !== "in") return { session, ...NO_PAGES };
  return menu === undefined ? null : { session, pages: pagesOf(menu), closed: menu.closed, limit: menu.limit };
}

const HomePage = lazy(PAGE_PARTS.home);
const PasswordPage = lazy(() => import("../pages/password/PasswordPage.tsx"));
const LazyModulePage = lazy(PAGE_PARTS.main);
const ShowPage = lazy(PAGE_PARTS.show);
const FormPage = lazy(PAGE_PARTS.form);

function ModulePage({ mdl }: { mdl: string }) {
  const [Page] = useState(() => readyMainPage() ?? LazyModulePage);
  return <Page mdl={mdl} />;
}

/** The pages inside the shell: home, and list, document and form of each granted module. */
function ShellRoutes({ menu }: { menu: MenuResult }) {
  const { pathname } = useLocation();
  // Routes looks at each of its own, whenever it is drawn.
  const { base } = placeOfPath(pathname);
  const pages = useMemo(() => pagesOf(menu).filter(({ path }) => path === base), [menu, base]);
  return (
    <PageBoundary place={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route path="/index" element={<HomePage groups={groupsOf(menu)} />} />
          <Route path="/UpdatePassWord" element={<PasswordPage />} />
          {pages.map(({ MdlId, path }) => (
            <Route key={MdlId} path={path}>
              <Route index element={<ModulePage key={MdlId} mdl={String(MdlId)} />} />
              <Route path="show/:id" element={<ShowPage key={MdlId} mdl={String(MdlId)} />} />
              <Route path="create" element={<FormPage key={MdlId} mdl={String(MdlId)} />} />
              <Route path=":id/edit" element={<FormPage key={MdlId} mdl={String(MdlId)} />} />
            </Route>
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  );
}
