import { isObject } from "./apply-patch.ts";
import type { Place } from "./place.ts";
import type { Problem } from "./problem.ts";
import { same } from "./same.ts";

/** One thing that an overlay says, where in the patched files it counts, and where it is written. */
interface Saying {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly at: Place;
}

/** What an overlay says of shops: its flags, its look, and its patches down to what is replaced as a whole. */
export interface Sayings {
  readonly profile: string;
  readonly sayings: readonly Saying[];
}

/** Every single thing that an overlay says. */
export function sayingsOf({ name: profile, flags, look = {}, modules = {}, entities = {} }: OverlayParts, at: Place): Sayings {
  const ofFlags = Object.entries(flags).map(([name, value]): Saying => ({ path: ["flags", name], value, at: at.in("flags", name) }));
  const ofPatches = (["look", "modules", "entities"] as const).flatMap((part) =>
    below({ look, modules, entities }[part], [part], at.in(part)),
  );
  return { profile, sayings: [...ofFlags, ...ofPatches] };
}

interface OverlayParts {
  readonly name: string;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly look?: object;
  readonly modules?: Readonly<Record<string, unknown>>;
  readonly entities?: Readonly<Record<string, unknown>>;
}

/** What an entry does with a thing as a whole counts where the thing stands, as what is said of it does. */
const WHOLE = ["add", "remove", "replace"];
const PLACE = ["before", "after"];

function below(value: unknown, path: readonly string[], at: Place): Saying[] {
  if (value === "add" || value === "remove") return [{ path, value: { [value]: true }, at }];
  if (!isObject(value)) return [{ path, value, at }];
  return Object.entries(value).flatMap(([key, inner]): Saying[] => {
    const place = at.in(key);
    if (key === "set") return below(inner, path, place);
    if (WHOLE.includes(key)) return [{ path, value: { [key]: inner }, at: place }];
    if (PLACE.includes(key)) return [{ path: [...path, "its place"], value: { [key]: inner }, at: place }];
    return below(inner, [...path, key], place);
  });
}

/** Places of which two profiles of a shop say different things, told at both lines. */
export function conflicts(one: Sayings, other: Sayings, shop: string): Problem[] {
  return one.sayings.flatMap((mine) =>
    other.sayings.flatMap((theirs): Problem[] => {
      if (!isAbout(mine.path, theirs.path) || (mine.path.length === theirs.path.length && same(mine.value, theirs.value))) return [];
      const tell = (at: Place, profile: string) =>
        at.problem(
          `shop ${shop} has profile ${profile} too, which says otherwise`,
          `say "after": ["${profile}"] in the one of the two that counts`,
        );
      return [tell(mine.at, other.profile), tell(theirs.at, one.profile)];
    }),
  );
}

/** Whether two things are said of one place, or of a whole and a part of it. */
function isAbout(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, other.length).every((step, index) => step === other[index]);
}
