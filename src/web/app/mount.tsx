import { createRoot } from "react-dom/client";
import { listenBeforeRouter } from "../providers/history-guard.ts";
import { App } from "./App.tsx";

/** Draws the portal. */
export function mount(): void {
  const host = document.getElementById("root");
  if (host === null) throw new Error("#root is missing in index.html");
  listenBeforeRouter();
  createRoot(host).render(<App />);
}
