import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { lookOf, shownLayout } from "../../../shared/domain/list/list-look.ts";
import { fitPageSize } from "../../../shared/domain/list/page-size.ts";
import { arrange, shownColumns } from "../../../shared/domain/list-layout.ts";
import type { StartData } from "../../../shared/protocol/start-data.ts";
import { onSessionChange, readShell, readToken } from "../../api/session.ts";
import { readListState } from "../../data/list-state.ts";
import { endLight, standLight } from "../../kinds/light/light-stand.ts";
import { paintBrand, shownDensity } from "../../kinds/look.ts";
import type { LightRows } from "../../pages/light/light-rows.ts";
import { canTick } from "../../pages/list/row-parts.ts";
import { LightFrame } from "./LightFrame.tsx";

/** Draws the list that the window was opened for, of what came with the first answer, before the portal is there (docs/decisions/136). */
export function drawLight(start: StartData, search: string): void {
  const list = lightRows(start, search);
  // A window out of view has nobody who waits for it.
  if (list === null || document.visibilityState !== "visible") return;
  const elements = { window: lightElement("light"), page: lightElement("light-page"), table: lightElement("light-page") };
  const root = createRoot(elements.window);
  paintBrand(readShell().brand);
  const stopWatching = onSessionChange(() => readToken() === null && endLight());
  const end = () => {
    stopWatching();
    queueMicrotask(() => root.unmount());
  };
  standLight({ path: list.screen.path, elements, end });
  flushSync(() => root.render(<LightFrame title={start.menu.title} list={list} page={elements.page} table={elements.table} />));
}

/** Nothing of it is read out, pressed or reached by keys: what takes its place is. */
function lightElement(className: string): HTMLElement {
  const element = Object.assign(document.createElement("div"), { className, inert: true });
  element.setAttribute("aria-hidden", "true");
  return element;
}

/** null: what the address leads to is no plain list, or a list without rows. */
function lightRows({ screen, page }: StartData, search: string): LightRows | null {
  if (screen?.page !== "list" || page === null || page.result.rows.length === 0) return null;
  const fit = fitPageSize(window.innerHeight, screen.footer !== null, "compact");
  const look = lookOf(readListState(search), screen, () => fit);
  if (look.group !== null) return null;
  const layout = shownLayout(look, screen);
  return {
    screen,
    look,
    columns: shownColumns(arrange(screen.columns, layout)),
    rows: page.result.rows.slice(0, fit + 1),
    sums: page.result.footer,
    hasTicks: canTick(screen),
    density: shownDensity(layout.density),
  };
}
