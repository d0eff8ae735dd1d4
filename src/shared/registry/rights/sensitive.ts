import type { Dict, Entity, Module, Registry } from "../model.ts";
import type { Role } from "./audience.ts";
import { carriersOf } from "./carriers.ts";
import { actionsOf } from "./offered-actions.ts";
import { openersIn } from "./openers.ts";

/** What a page of users, groups, grants or keys can be held with and changes nothing. */
const READING: ReadonlySet<string> = new Set(["query", "export", "print"]);

/**
 * Whether somebody may pay or grant (docs/decisions/86): he holds a button whose transition runs an effect of the code that pays (`pays`), or
 * on a page of users, groups, grants, or of what opens data to programs any function but those that read. `modules` and `entities` are those of his shop.
 */
export function mayPayOrGrant(role: Role, modules: Dict<Module>, { entities, code }: Pick<Registry, "entities" | "code">): boolean {
  const carrying = new Set([...Object.values(carriersOf(entities) ?? {}).map(({ entity }) => entity), ...openersIn(entities)]);
  const pays = ({ transition }: Module["actions"][number], entity: Entity) =>
    entity.transitions[transition ?? ""]?.effects.some((effect) => effect.kind === "named" && isPaying(code.effects[effect.named])) ===
    true;
  return [...role.rights].some(([id, keys]) => {
    const module = modules[id];
    const entity = entities[module?.entity ?? ""];
    if (module === undefined || entity === undefined) return false;
    if (carrying.has(entity.name) && [...keys].some((key) => !READING.has(key))) return true;
    return actionsOf(role, module, entity).some((action) => pays(action, entity));
  });
}

/** Named effects say so; to the registry they are the server's affair. */
function isPaying(effect: object | undefined): boolean {
  return effect !== undefined && "pays" in effect && effect.pays === true;
}
