import type { CheckContext } from "../context.ts";
import type { RawGuard } from "../generated/raw.ts";
import { findField } from "../lookup.ts";
import { machinesOf, transitionsOf } from "../machines.ts";
import { namesOf } from "../names/uses.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { WholeTransition } from "../whole-types.ts";
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

/** Red is what destroys (`danger`), and from where that leads users have no way on. */
export const dangerDestroys: Check = ({ entities }) =>
  [...entities.values()].flatMap(machinesOf).flatMap(({ transitions }) =>
    transitions.flatMap(({ name, raw: { danger, to }, at }) => {
      const on = transitions.find(({ raw }) => leaves(raw, to) && !raw.danger && raw.by.some((actor) => USERS.includes(actor)));
      if (danger !== true || to === undefined || on === undefined) return [];
      const place = at.in("danger").onKey();
      return [place.problem(`"${name}" destroys nothing: "${on.name}" leads on from ${JSON.stringify(to)}`, "leave danger out")];
    }),
  );

const USERS: readonly string[] = ["shop", "supplier"];

const leaves = (way: WholeTransition, state: WholeTransition["to"]): boolean =>
  state !== undefined && way.from.includes(state) && way.to !== undefined && way.to !== state;

/** What runs by itself, and what an effect runs, is a transition that the system may run. */
export const systemTransitions: Check = (context) =>
  runsBySystem(context).flatMap(({ transition, called, at }) =>
    transition.raw.by.includes("system") ? [] : [at.problem(`the system may not run ${called}`, 'add "system" to its "by"')],
  );

/**
 * Where the system runs a transition, nobody answers: no lines are ticked, and the only reason is the one that an effect hands on, as its
 * own transition asked for it.
 */
export const systemAnswers: Check = (context) =>
  runsBySystem(context).flatMap(({ transition: { raw }, called, frame, at }) => [
    ...(raw.reason && !frame.said("reason") ? [at.problem(`${called} asks for a reason, and nobody is asked here`)] : []),
    ...(raw.ticks ? [at.problem(`${called} has lines ticked, and nobody is asked here`)] : []),
  ]);

/** Where the system is told to run a transition that is there. */
function runsBySystem(context: CheckContext) {
  return namesOf(context, "transition").flatMap(({ isDeclared, entity, name, as, frame, at }) => {
    // What duties keep apart, and what follows an import, people do.
    const owner = isDeclared || as === "apart" || as === "import" ? undefined : context.entities.get(entity);
    const transition = owner && transitionsOf(owner).find((each) => each.name === name);
    return transition ? [{ transition, called: `"${name}"${as === "run" ? ` of ${entity}` : ""}`, frame, at }] : [];
  });
}

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

/** A saving leaves no state, so its guards answer for no other one; and only what a form tells is told at a field. */
export const guardWords: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => {
    const { save } = entity.raw;
    const at = entity.at.in("save");
    const ofSavings = SAVINGS.flatMap((way) => guardProblems(save?.[way]?.guards, at.in(way, "guards"), "guards of transitions"));
    const ofTransitions = machinesOf(entity).flatMap(({ transitions }) =>
      transitions.flatMap((each) => guardProblems(each.raw.guards, each.at.in("guards"), null)),
    );
    const rules = [
      { list: save?.rules ?? [], place: at.in("rules") },
      { list: save?.visitor?.rules ?? [], place: at.in("visitor", "rules") },
    ];
    const ofForms = rules.flatMap(({ list, place }) =>
      list.flatMap((rule, index) =>
        rule.field === undefined ? [place.in(index).problem('a rule of a form needs "field": where it is told')] : [],
      ),
    );
    const ofNew = save?.create?.when
      ? [at.in("create", "when").onKey().problem('a new row is not there yet: it has no "when"', 'say it in "guards"')]
      : [];
    return [...ofSavings, ...ofTransitions, ...ofForms, ...ofNew];
  });

function guardProblems(guards: readonly RawGuard[] | undefined, at: Place, elsewhere: string | null): Problem[] {
  return (guards ?? []).flatMap(({ elsewhere: said, field }, index) => [
    ...(said !== undefined && elsewhere !== null ? [at.in(index, "elsewhere").onKey().problem(`"elsewhere" is for ${elsewhere}`)] : []),
    ...(field !== undefined
      ? [at.in(index, "field").onKey().problem('"field" is for rules of a form: this one is told for the whole row')]
      : []),
  ]);
}
