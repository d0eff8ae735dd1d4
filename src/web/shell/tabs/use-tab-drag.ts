import { type DragEvent, useState } from "react";
import type { Tabs } from "./use-tabs.ts";

/** What is dragged, and the tab whose place it would take. */
interface Drag {
  readonly path: string;
  readonly to: string | null;
}

/** Tabs put in another order with the pointer. The pinned ones stay the first. */
export function useTabDrag({ tabs, pinned, move }: Pick<Tabs, "tabs" | "pinned" | "move">) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const indexOf = (path: string) => tabs.findIndex((tab) => tab.path === path);
  return {
    start: (event: DragEvent, path: string) => {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", path);
      setDrag({ path, to: null });
    },
    over: (event: DragEvent, path: string) => {
      // Something else, e.g. a file, is not for us.
      if (drag === null || pinned.includes(path)) return;
      event.preventDefault();
      if (drag.to !== path) setDrag({ ...drag, to: path });
    },
    drop: (event: DragEvent) => {
      event.preventDefault();
      if (drag?.to) move(drag.path, drag.to);
      setDrag(null);
    },
    end: () => setDrag(null),
    /** On which side of a tab the dragged one would come to stand. */
    sideOf: (path: string): "before" | "after" | undefined => {
      if (drag === null || drag.to !== path || drag.path === path) return undefined;
      return indexOf(drag.path) < indexOf(path) ? "after" : "before";
    },
  };
}

export type TabDrag = ReturnType<typeof useTabDrag>;
