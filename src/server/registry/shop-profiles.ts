import { dict } from "../../shared/registry/dict.ts";
import type { Registry } from "../../shared/registry/model.ts";

/**
 * The model with the profiles that shops were given when they were opened. What files say of a shop goes before it, and a profile that is
 * no longer there is plain (docs/decisions/106).
 */
export function withShopProfiles(registry: Registry, given: Readonly<Record<string, string>>): Registry {
  const known = Object.entries(given).filter(([, profile]) => profile in registry.profiles);
  if (known.length === 0) return registry;
  return { ...registry, shopProfiles: dict([...known, ...Object.entries(registry.shopProfiles)]) };
}
