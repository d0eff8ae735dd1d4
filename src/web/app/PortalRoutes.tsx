import type { UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import type { MenuResult } from "../../shared/protocol/screen.ts";
import type { SessionState } from "../api/session.ts";
import { FailedPage } from "../pages/failed/FailedPage.tsx";
import { pagesOf } from "../shell/menu.ts";
import { Shell } from "../shell/Shell.tsx";
import { judge } from "./guard.ts";
import { ShellRoutes } from "./ShellRoutes.tsx";

const LoginPage = lazy(() => import("../pages/login/LoginPage.tsx"));
const NotFoundPage = lazy(() => import("../pages/not-found/NotFoundPage.tsx"));
const PrintPage = lazy(() => import("../pages/print/PrintPage.tsx"));

interface PortalRoutesProps {
  readonly session: SessionState;
  readonly menu: UseQueryResult<MenuResult, Error>;
}

/** Guards every address, and draws either a bare page or a page inside the shell. */
export function PortalRoutes({ session, menu }: PortalRoutesProps) {
  const { pathname, search } = useLocation();
  if (session === "in" && menu.data === undefined) {
    return menu.isError ? <FailedPage error={menu.error} onRetry={() => void menu.refetch()} /> : <div className="boot" />;
  }
  const verdict = judge({ pathname, search, session, pages: menu.data ? pagesOf(menu.data) : [] });
  if (verdict.kind === "go") return <Navigate to={verdict.to} replace />;
  return (
    <Suspense fallback={<div className="boot" />}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/print/:mdl/:template" element={<PrintPage />} />
        <Route path="*" element={menu.data ? <Shell menu={menu.data} content={<ShellRoutes menu={menu.data} />} /> : <NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
