import { entryOf } from "../context.ts";
import { keys } from "../names/named.ts";
import { didYouMeanOrList } from "../nearest.ts";
import { PLAIN } from "../profile-flags.ts";
import type { Check } from "./check.ts";

/** Patches are of modules that are there, and `plain` is what the files themselves say. */
export const overlays: Check = ({ sources }) => {
  const ids = sources.registry.flatMap(({ raw }) => raw.groups.flatMap(({ modules }) => modules.map(({ id }) => String(id))));
  return sources.overlay.flatMap(({ raw, at }) => {
    const ofPlain = (["modules", "entities"] as const).filter((name) => raw.name === PLAIN && raw[name] !== undefined);
    if (ofPlain.length > 0)
      return ofPlain.map((name) => at.in(name).onKey().problem("profile plain patches nothing: change the file itself"));
    const unknown = sources.registry.length === 0 ? [] : keys(raw.modules, at.in("modules")).filter(({ name }) => !entryOf(sources, name));
    return unknown.map(({ name, at: place }) => place.problem(`unknown module ${name}`, didYouMeanOrList(name, ids)));
  });
};
