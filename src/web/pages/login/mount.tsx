import { createRoot } from "react-dom/client";
import LoginPage from "./LoginPage.tsx";

/** Draws the login page alone; after the sign-in the portal takes its place, at the same address, and its guard leads on. */
export function mount(startPortal: (leave: () => void) => Promise<void>): void {
  const host = document.getElementById("root");
  if (host === null) throw new Error("#root is missing in index.html");
  const root = createRoot(host);
  root.render(<LoginPage onSignedIn={() => startPortal(() => root.unmount())} />);
}
