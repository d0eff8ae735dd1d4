import { Suspense, useContext } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { ActionButtons } from "../actions/ActionButtons.tsx";
import { OverridePagesContext } from "../module/override-pages.ts";

interface DocumentActionsProps {
  readonly screen: ScreenModel;
  readonly id: string;
  readonly rows: readonly WireRow[];
}

/** What can be done with the document: the module's actions, or what a hand-written page has in their place. */
export function DocumentActions({ screen, id, rows }: DocumentActionsProps) {
  const pages = useContext(OverridePagesContext);
  const Buttons = pages[screen.override ?? ""]?.DocumentButtons;
  if (Buttons === undefined) return <ActionButtons screen={screen} rows={rows} onDone={() => undefined} isDocument />;
  return (
    <Suspense fallback={null}>
      <Buttons screen={screen} id={id} />
    </Suspense>
  );
}
