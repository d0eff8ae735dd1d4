import { Suspense } from "react";
import { PageSkeleton } from "../pages/module/PageSkeleton.tsx";
import { Screen } from "../pages/module/Screen.tsx";
import { PAGE_KINDS } from "./page-kinds.ts";

/** The main page of any module. */
export default function ModulePage({ mdl }: { mdl: string }) {
  return (
    <Screen mdl={mdl}>
      {(screen) => {
        const Page = PAGE_KINDS[screen.page];
        return (
          <Suspense fallback={<PageSkeleton />}>
            <Page screen={screen} />
          </Suspense>
        );
      }}
    </Screen>
  );
}
