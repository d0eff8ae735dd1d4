import { transitionsOf } from "../machines.ts";
import { namesOf } from "../names/uses.ts";
import type { Check } from "./check.ts";

/** What runs by itself, and what an effect runs, is a transition that the system may run. */
export const systemTransitions: Check = (context) =>
  namesOf(context, "transition").flatMap(({ isDeclared, entity, name, as, at }) => {
    const owner = isDeclared ? undefined : context.entities.get(entity);
    const found = owner && transitionsOf(owner).find((each) => each.name === name);
    if (!found || found.raw.by.includes("system")) return [];
    const whose = as === "run" ? ` of ${entity}` : "";
    return [at.problem(`the system may not run "${name}"${whose}`, 'add "system" to its "by"')];
  });
