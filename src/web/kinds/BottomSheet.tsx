import { lazy, Suspense, useState } from "react";
import type { SheetProps } from "./Sheet.tsx";
import "./sheet.css";

const Sheet = lazy(() => import("./Sheet.tsx"));

/** What is chosen from on a phone: it comes up from below, in reach of the thumb (docs/decisions/118). Loaded when it is first opened. */
export function BottomSheet(props: SheetProps) {
  const [isWanted, setWanted] = useState(false);
  if (props.isOpen && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  );
}
