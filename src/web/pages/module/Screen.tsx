import type { ReactNode } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { FailedPage } from "../failed/FailedPage.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";
import { useScreen } from "./use-screen.ts";

/** Loads the model of a module and hands it to `children`. */
export function Screen({ mdl, children }: { mdl: string; children: (screen: ScreenModel) => ReactNode }) {
  const { data, error, refetch } = useScreen(mdl);
  if (data !== undefined) return children(data);
  if (error !== null) return <FailedPage error={error} onRetry={() => void refetch()} />;
  return <PageSkeleton />;
}
