import type { StartData } from "../../shared/protocol/start-data.ts";
import { askFirst } from "../api/first-answers.ts";
import { readToken } from "../api/session.ts";
import { chunkFailureText, RELOAD, whyChunkFailed } from "../feedback/chunk-failure.ts";
import { endLight } from "../kinds/light/light-stand.ts";
import { isCompact } from "../kinds/look.ts";
import { loadPart } from "./page-parts.ts";
import { HOME, LOGIN } from "./paths.ts";
import "./start-failure.css";

/** Loads the portal and draws it, and asks meanwhile for what it shows first (docs/decisions/127); `leave` takes away what stood in its place. Where it cannot be loaded, that is said without it. */
export async function startPortal(leave: () => void = () => undefined): Promise<void> {
  const address = openedAddress();
  const first = askFirst(address, isCompact());
  const part = loadPart(address);
  if (part === "main" && location.pathname !== LOGIN) void drawFirst(first, whatIsAsked());
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

/** By whom, and for which page. */
const whatIsAsked = () => `${readToken()} ${location.pathname}${location.search}`;

/** Draws the list that the window is opened for, light, as soon as its rows are there. Where that fails nothing is missing: the list itself is on its way. */
async function drawFirst(first: Promise<StartData | null>, asked: string): Promise<void> {
  const [start, light] = await Promise.all([first, import("./light/draw-light.tsx")]).catch(() => [null, null]);
  if (start === null || light === null || whatIsAsked() !== asked) return;
  try {
    light.drawLight(start, location.search);
  } catch {
    endLight();
  }
}

async function drawFailure(): Promise<void> {
  endLight();
  const why = await whyChunkFailed();
  const title = Object.assign(document.createElement("h1"), { textContent: chunkFailureText(why) });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: RELOAD, onclick: () => location.reload() });
  const page = Object.assign(document.createElement("main"), { className: "start-failure" });
  page.setAttribute("role", "alert");
  page.append(title, button);
  document.getElementById("root")?.replaceChildren(page);
}
