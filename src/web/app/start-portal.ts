import { chunkFailureText, RELOAD, whyChunkFailed } from "../feedback/chunk-failure.ts";
import "./start-failure.css";

/** Loads the portal and draws it; `leave` takes away what stood in its place. Where it cannot be loaded, that is said without it. */
export async function startPortal(leave: () => void = () => undefined): Promise<void> {
  const portal = await import("./mount.tsx").catch(() => null);
  leave();
  if (portal === null) await drawFailure();
  else portal.mount();
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
