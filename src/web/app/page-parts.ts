import { placeOfPath } from "../../shared/domain/page-place.ts";
import { HOME } from "./paths.ts";

/** What draws the pages in the shell, each in a piece of its own. */
export const PAGE_PARTS = {
  main: () => import("./ModulePage.tsx"),
  home: () => import("../pages/home/HomePage.tsx"),
  show: () => import("../pages/show/ShowPage.tsx"),
  form: () => import("../pages/form/FormPage.tsx"),
} as const;

/** Loads what the page at this address is drawn by, beside the portal itself; where that fails, drawing it will say so. */
export function loadPart(address: string): void {
  const [path = ""] = address.split("?", 1);
  const { rest } = placeOfPath(path);
  const part = path === HOME ? "home" : rest === "" ? "main" : rest.startsWith("/show/") ? "show" : "form";
  PAGE_PARTS[part]().catch(() => undefined);
}
