import type { AccessControlProvider } from "@refinedev/core";
import { readLogin } from "../api/session.ts";

/** Granted by the module itself, without a function key of its own. */
const MODULE_ACTIONS: ReadonlySet<string> = new Set(["list", "show"]);

/** Rights from the session: a resource is a module id, an action one of its function keys. Courtesy only; the server decides. */
export const accessProvider: AccessControlProvider = {
  can: async ({ resource, action }) => {
    const granted = readLogin()?.roles.find((role) => String(role.MdlId) === resource);
    if (granted === undefined) return { can: false };
    return { can: MODULE_ACTIONS.has(action) || functionKeys(granted.Funcs).has(action.toLowerCase()) };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
};

/** `Funcs` as a set; matched whole, as `pay` must not match `balancepay` (docs/decisions/15). */
export function functionKeys(funcs: string): ReadonlySet<string> {
  return new Set(
    funcs
      .toLowerCase()
      .split(",")
      .map((key) => key.trim())
      .filter((key) => key !== ""),
  );
}
