import { findField } from "../lookup.ts";
import { machinesOf, transitionsOf } from "../machines.ts";
import { namesOf } from "../names/uses.ts";
import { type Check, repeats } from "./check.ts";

/** An action name means one transition, also where an entity has several machines. */
export const transitionNames: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => {
    const all = machinesOf(entity).flatMap(({ field, transitions }) =>
      transitions.map(({ name, at }) => ({ name, field, at: at.onKey() })),
    );
    return repeats(all, ({ name }, first) => `action "${name}" already is a transition of ${first.field}`);
  });

/** A transition that users run asks for a right. */
export const transitionKeys: Check = ({ entities }) =>
  [...entities.values()].flatMap(machinesOf).flatMap(({ transitions }) =>
    transitions.flatMap(({ name, raw: { by, key }, at }) => {
      const users = by.filter((actor) => actor === "shop" || actor === "supplier");
      if (key !== undefined || users.length === 0) return [];
      return [at.problem(`"${name}" is run by ${users.join(" and ")} users and needs "key": the right they must hold`)];
    }),
  );

/** What runs by itself, and what an effect runs, is a transition that the system may run. */
export const systemTransitions: Check = (context) =>
  namesOf(context, "transition").flatMap(({ isDeclared, entity, name, as, at }) => {
    const owner = isDeclared ? undefined : context.entities.get(entity);
    const found = owner && transitionsOf(owner).find((each) => each.name === name);
    if (!found || found.raw.by.includes("system")) return [];
    const whose = as === "run" ? ` of ${entity}` : "";
    return [at.problem(`the system may not run "${name}"${whose}`, 'add "system" to its "by"')];
  });

/** What is asked before a transition is asked for users, who wait for the answer and tick nothing meanwhile. */
export const inquiries: Check = ({ entities }) =>
  [...entities.values()].flatMap(transitionsOf).flatMap(({ name, raw: { asks, by, ticks }, at }) => {
    if (asks === undefined) return [];
    const place = at.in("asks");
    const idle = by.filter((actor) => actor === "system" || actor === "bank");
    return [
      ...idle.map((actor) => place.problem(`"${name}" asks first, for users alone; "${actor}" runs it too`)),
      ...(ticks ? [place.problem(`"${name}" cannot both ask somebody and have lines ticked`)] : []),
    ];
  });

/** What a user ticks is a stored yes/no of the line. */
export const tickedLines: Check = (context) =>
  [...context.entities.values()].flatMap(machinesOf).flatMap(({ transitions }) =>
    transitions.flatMap(({ raw: { ticks }, at }) => {
      const field = findField(context, ticks?.entity, ticks?.field ?? "");
      const place = at.in("ticks", "field");
      if (!field || (field.raw.type === "bool" && !field.raw.computed)) return [];
      return [place.problem(`${field.name} (${field.raw.type}) cannot be ticked: it is no stored yes/no`)];
    }),
  );

const SAVINGS = ["create", "edit", "delete", "visitor"] as const;

/** A saving leaves no state: its guards answer for no other one. */
export const elsewhereGuards: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ raw: { save }, at }) =>
    SAVINGS.flatMap((way) =>
      (save?.[way]?.guards ?? []).flatMap((guard, index) => {
        if (guard.elsewhere === undefined) return [];
        return [at.in("save", way, "guards", index, "elsewhere").onKey().problem('"elsewhere" is for guards of transitions')];
      }),
    ),
  );
