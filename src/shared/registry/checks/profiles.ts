import { PLAIN } from "../build/availability.ts";
import { entryOf } from "../context.ts";
import { keys, listed } from "../names/named.ts";
import { didYouMeanOrList } from "../nearest.ts";
import { type Check, repeats } from "./check.ts";

/** A shop has one profile, patches are of modules that are there, and `plain` is what the files themselves say. */
export const overlays: Check = ({ sources }) => {
  const shops = sources.overlay.flatMap(({ raw, at }) =>
    listed(raw.shops, at.in("shops")).map((shop) => ({ ...shop, profile: raw.profile })),
  );
  const ids = sources.registry.flatMap(({ raw }) => raw.groups.flatMap(({ modules }) => modules.map(({ id }) => String(id))));
  const patches = sources.overlay.flatMap(({ raw, at }) => {
    const ofPlain = raw.profile === PLAIN && raw.modules !== undefined;
    if (ofPlain) return [at.in("modules").onKey().problem("profile plain patches nothing: change the module's own file")];
    const unknown = sources.registry.length === 0 ? [] : keys(raw.modules, at.in("modules")).filter(({ name }) => !entryOf(sources, name));
    return unknown.map(({ name, at: place }) => place.problem(`unknown module ${name}`, didYouMeanOrList(name, ids)));
  });
  return [...repeats(shops, ({ name }, first) => `shop ${name} already has profile ${first.profile}`), ...patches];
};
