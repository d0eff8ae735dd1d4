import { lazy, Suspense } from "react";
import type { useKeptDraft } from "./use-kept-draft.ts";

// Seldom is there anything to offer.
const KeptOffer = lazy(() => import("./KeptOffer.tsx"));

/** Offers what was entered here before and never saved, where there is any. */
export function KeptDraft({ kept: { found, restore, drop } }: { readonly kept: ReturnType<typeof useKeptDraft> }) {
  if (found === null) return null;
  return (
    <Suspense fallback={null}>
      <KeptOffer time={found.time} onRestore={restore} onForget={drop} />
    </Suspense>
  );
}
