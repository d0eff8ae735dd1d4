import { type ReactNode, useCallback, useState } from "react";
import { Pane } from "./Pane.tsx";
import { PaneStage } from "./pane-stage.ts";
import type { Tabs } from "./use-tabs.ts";

/** The pages of the open tabs, one of them in view. A page that nobody has looked at since the portal was loaded is not drawn yet. */
export function Panes({ tabs, content }: { tabs: Tabs; content: ReactNode }) {
  const [stage, setStage] = useState<PaneStage | null>(null);
  const place = useCallback((element: HTMLElement | null) => setStage(element && new PaneStage(element)), []);
  const { active, helm, hold, drop } = tabs;
  // In a fixed order: what is dragged in the bar is not moved here.
  const mounted = tabs.tabs.filter(({ isMounted }) => isMounted);
  return (
    <>
      <main ref={place} className="shell-content" />
      {stage !== null &&
        mounted.map(({ path, location, visit }) => (
          <Pane
            key={`${path} ${visit}`}
            path={path}
            location={location}
            helm={helm}
            hold={hold}
            drop={drop}
            isShown={path === active}
            stage={stage}
            content={content}
          />
        ))}
    </>
  );
}
