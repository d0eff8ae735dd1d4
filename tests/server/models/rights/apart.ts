import type { Registry } from "../../../../src/shared/registry/model.ts";
import { wordsOf } from "./looks.ts";
import type { RightsEdit } from "./rights-edits.ts";

/** Edits that are put in force in one step: so many. */
const MOST = 16;

/**
 * Edits in groups that can be put in force in one step and be told apart: each about another entity or a page over it, and none of these
 * names another one, so that no page itself is another one by two of them. What is about more than one entity stands alone.
 */
export function apart(edits: readonly RightsEdit[], { entities }: Registry): readonly (readonly RightsEdit[])[] {
  const named = (one: string, other: string) => entities[one] !== undefined && wordsOf(entities[one]).has(other);
  const areApart = (one: string, other: string) => one !== other && !named(one, other) && !named(other, one);
  const groups: { readonly edits: RightsEdit[]; readonly about: string[] }[] = [];
  for (const edit of edits) {
    const { entity } = edit;
    const group =
      entity === null
        ? undefined
        : groups.find(({ about }) => about.length > 0 && about.length < MOST && about.every((other) => areApart(entity, other)));
    if (!group) groups.push({ edits: [edit], about: entity === null ? [] : [entity] });
    else {
      group.edits.push(edit);
      group.about.push(entity ?? "");
    }
  }
  return groups.map((group) => group.edits);
}
