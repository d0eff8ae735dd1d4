import { lazy, Suspense } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import type { MenuResult } from "../../shared/protocol/screen.ts";
import { PageBoundary } from "../pages/failed/PageBoundary.tsx";
import { PageSkeleton } from "../pages/module/PageSkeleton.tsx";
import { groupsOf, pagesOf } from "../shell/menu.ts";

const HomePage = lazy(() => import("../pages/home/HomePage.tsx"));
const NotFoundPage = lazy(() => import("../pages/not-found/NotFoundPage.tsx"));
const PasswordPage = lazy(() => import("../pages/password/PasswordPage.tsx"));
const ModulePage = lazy(() => import("./ModulePage.tsx"));
const ShowPage = lazy(() => import("../pages/show/ShowPage.tsx"));
const FormPage = lazy(() => import("../pages/form/FormPage.tsx"));

/** The pages inside the shell: home, and list, document and form of each granted module. */
export function ShellRoutes({ menu }: { menu: MenuResult }) {
  const { pathname } = useLocation();
  return (
    <PageBoundary place={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route path="/index" element={<HomePage groups={groupsOf(menu)} />} />
          <Route path="/UpdatePassWord" element={<PasswordPage />} />
          {pagesOf(menu).map(({ MdlId, path }) => (
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
