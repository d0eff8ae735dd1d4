import type { Registry } from "../../shared/registry/model.ts";
import { mayPayOrGrant } from "../../shared/registry/rights/sensitive.ts";
import type { Session } from "../auth/session.ts";
import { profileOf, registryOf, type Viewer } from "../base/viewer.ts";
import type { Services } from "./services.ts";

/** Whether a session is for setting up a second factor first: the settings require one of whoever may pay or grant, and none was shown (docs/decisions/86). */
export function mustEnrol(
  { signIn, registry }: Pick<Services, "signIn" | "registry">,
  session: Pick<Session, "isProven" | "viewer">,
): boolean {
  return signIn.needsFactor && !session.isProven && isPowerful(registry.current(), session.viewer);
}

/** Whether a second factor may be required of this user: he may pay or grant. */
export function isPowerful(whole: Registry, viewer: Viewer): boolean {
  const registry = registryOf(whole, viewer.shopId);
  return mayPayOrGrant(viewer, profileOf(registry, viewer.shopId).modules, registry);
}
