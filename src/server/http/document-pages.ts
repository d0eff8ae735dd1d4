import type { Module, Registry } from "../../shared/registry/model.ts";
import { openModules } from "../auth/authorize.ts";
import type { Session } from "../auth/session.ts";
import { withMergedPage } from "../features/payments/pages.ts";

/** The pages by which the user may read documents now, those that hand-written pages have of their own among them. */
export function documentPages(registry: Registry, session: Session): Module[] {
  return withMergedPage(registry, openModules(registry, session));
}
