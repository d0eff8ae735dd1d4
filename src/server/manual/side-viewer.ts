import type { Profile, Registry } from "../../shared/registry/model.ts";
import { rightsOf } from "../../shared/registry/rights/held.ts";
import { profileOf, type Viewer } from "../base/viewer.ts";
import type { Settings } from "../generated/settings.ts";

/** Whom a manual is written for. */
export type ManualSide = "supplier" | "retailer";

/** Whom the general chapters are written for. */
export interface WritingFor {
  readonly registry: Registry;
  readonly profile: Profile;
  readonly side: ManualSide;
  readonly settings: Pick<Settings, "password.minLength" | "upload.maxMegabytes">;
}

/** The manual of a viewer is his side's; nothing he sends can choose the other one. */
export function manualSideOf({ side }: Pick<Viewer, "side">): ManualSide {
  return side === "supplier" ? "supplier" : "retailer";
}

/** Somebody of the shop's profile and of that side who holds everything that his side may hold, and is nobody in particular. */
export function sideViewer(registry: Registry, shopId: string, side: ManualSide, isMall: boolean): Viewer {
  const isSupplier = side === "supplier";
  const audience = isSupplier ? "supplier" : isMall ? "mall" : "shop";
  return {
    userId: "",
    userName: "",
    shopId,
    shopName: "",
    provId: isSupplier ? "-" : "",
    provName: "",
    side: isSupplier ? "supplier" : "shop",
    isMall,
    isConfirm: true,
    hasAll: false,
    rights: rightsOf(profileOf(registry, shopId).modules, audience, { allModules: true, grants: [] }),
  };
}
