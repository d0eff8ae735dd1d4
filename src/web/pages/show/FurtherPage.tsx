import { Suspense, useContext } from "react";
import { Navigate, useParams } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { OverridePagesContext } from "../module/override-pages.ts";
import { PageSkeleton } from "../module/PageSkeleton.tsx";
import { Screen } from "../module/Screen.tsx";

/** A document of a further kind, which a hand-written page has besides its module's own. */
export default function FurtherPage({ mdl }: { mdl: string }) {
  return <Screen mdl={mdl}>{(screen) => <FurtherDocument screen={screen} />}</Screen>;
}

function FurtherDocument({ screen }: { screen: ScreenModel }) {
  const { kind = "", id = "" } = useParams();
  const further = useContext(OverridePagesContext)[screen.override ?? ""]?.furtherDocuments ?? {};
  const Page = Object.hasOwn(further, kind) ? further[kind] : undefined;
  if (Page === undefined) return <Navigate to="/404" replace />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Page key={id} screen={screen} id={id} />
    </Suspense>
  );
}
