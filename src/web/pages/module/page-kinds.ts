import type { ComponentType } from "react";
import type { PageKind, ScreenModel } from "../../../shared/protocol/screen.ts";
import { ListPage } from "../list/ListPage.tsx";

/** What draws the main page of a module. Forms, trees, statistics and overrides show their list until they have a page of their own. */
export const PAGE_KINDS = {
  list: ListPage,
  form: ListPage,
  tree: ListPage,
  stats: ListPage,
  override: ListPage,
} satisfies Record<PageKind, ComponentType<{ screen: ScreenModel }>>;
