import type { CheckContext } from "../context.ts";
import { type NameUse, usesOf } from "./uses.ts";
import { validNames } from "./valid.ts";

/** The name that stands at an offset of a file, as far as it is written; null: none does. */
function nameAt(context: CheckContext, file: string, offset: number): NameUse | null {
  for (const uses of usesOf(context).names.values())
    for (const use of uses) {
      const spot = use.at.file === file ? use.at.spot() : null;
      if (spot?.file === file && spot.offset <= offset && offset <= spot.offset + spot.length) return use;
    }
  return null;
}

/** The names that may stand in the place of the one at an offset of a file, in the order of their declarations. */
export function completions(context: CheckContext, file: string, offset: number): string[] {
  const use = nameAt(context, file, offset);
  return use ? [...(validNames(use, context)?.keys() ?? [])] : [];
}
