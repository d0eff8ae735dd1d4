import { askFirst } from "../api/first-answers.ts";
import { chunkFailureText, RELOAD, whyChunkFailed } from "../feedback/chunk-failure.ts";
import { isCompact } from "../kinds/look.ts";
import { loadPart } from "./page-parts.ts";
import { HOME, LOGIN } from "./paths.ts";
import "./start-failure.css";

/** Loads the portal and draws it, and asks meanwhile for what it shows first (docs/decisions/127); `leave` takes away what stood in its place. Where it cannot be loaded, that is said without it. */
export async function startPortal(leave: () => void = () => undefined): Promise<void> {
  const address = openedAddress();
  askFirst(address, isCompact());
  loadPart(address);
  const portal = await import("./mount.tsx").catch(() => null);
  leave();
  if (portal === null) await drawFailure();
  else portal.mount();
}

/** What will be drawn: after a sign-in, what it leads to. */
function openedAddress(): string {
  const { pathname, search } = location;
  if (pathname === LOGIN) return new URLSearchParams(search).get("redirect") ?? HOME;
  return pathname === "/" ? HOME : pathname + search;
}

async function drawFailure(): Promise<void> {
  const why = await whyChunkFailed();
  const title = Object.assign(document.createElement("h1"), { textContent: chunkFailureText(why) });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: RELOAD, onclick: () => location.reload() });
  const page = Object.assign(document.createElement("main"), { className: "start-failure" });
  page.setAttribute("role", "alert");
  page.append(title, button);
  document.getElementById("root")?.replaceChildren(page);
}
