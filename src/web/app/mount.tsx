import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";

/** Draws the portal. */
export function mount(): void {
  const host = document.getElementById("root");
  if (host === null) throw new Error("#root is missing in index.html");
  createRoot(host).render(<App />);
}
