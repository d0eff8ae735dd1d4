import type { ComponentType } from "react";
import { placeOfPath } from "../../shared/domain/page-place.ts";
import { HOME } from "./paths.ts";

/** What draws the pages in the shell, each in a piece of its own. */
export const PAGE_PARTS = {
  main: () => import("./ModulePage.tsx"),
  home: () => import("../pages/home/HomePage.tsx"),
  show: () => import("../pages/show/ShowPage.tsx"),
  form: () => import("../pages/form/FormPage.tsx"),
} as const;

/** The page of a module, where it was loaded before it is drawn: waiting for it, if only for a moment, would cost a picture of its own. */
let mainPage: ComponentType<{ mdl: string }> | null = null;
export const readyMainPage = (): typeof mainPage => mainPage;

/** Loads what the page at this address is drawn by, beside the portal itself; where that fails, drawing it will say so. */
export function loadPart(address: string): keyof typeof PAGE_PARTS {
  const [path = ""] = address.split("?", 1);
  const { rest } = placeOfPath(path);
  const part = path === HOME ? "home" : rest === "" ? "main" : rest.startsWith("/show/") ? "show" : "form";
  const loaded = part === "main" ? PAGE_PARTS.main().then(keepMainPage) : PAGE_PARTS[part]();
  loaded.catch(() => undefined);
  return part;
}

function keepMainPage({ default: page }: Awaited<ReturnType<typeof PAGE_PARTS.main>>): void {
  mainPage = page;
}
