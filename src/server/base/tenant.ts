import type { Viewer } from "./viewer.ts";

/**
 * As whom a statement is run, for the wall inside the database (docs/decisions/85): the rows that are neither the shop's nor, where one is
 * named, the supplier's are not there for it. `market` reads the shops of its mall besides; `signIn` reads whoever may sign in, of all
 * shops, and changes nothing of it.
 */
export type Tenant =
  | { readonly as: "shop"; readonly shop: string }
  | { readonly as: "market"; readonly shop: string }
  | { readonly as: "supplier"; readonly shop: string; readonly supplier: string }
  | { readonly as: "signIn"; readonly shop: "" };

/** The one purpose that belongs to no shop: to find out who somebody is, from what he says. */
export const SIGN_IN: Tenant = { as: "signIn", shop: "" };

/** Whose rows there are for a viewer. */
export function tenantOf({ side, shopId, provId }: Pick<Viewer, "side" | "shopId" | "provId">): Tenant {
  return side === "supplier" ? { as: "supplier", shop: shopId, supplier: provId } : { as: "shop", shop: shopId };
}
