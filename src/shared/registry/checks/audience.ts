import { asAction, sidesOf } from "../build/actions.ts";
import type { ModuleInfo } from "../catalogue.ts";

import { machinesOf } from "../machines.ts";
import { listed, type Named } from "../names/named.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { WholeModule, WholeTransition } from "../whole-types.ts";
import type { Check } from "./check.ts";

type Sides = WholeModule["audience"];

/** Every button can be pressed by somebody, and nothing is offered to sides that never get the module. */
export const audience: Check = ({ modules }) => modules.flatMap((module) => [...buttons(module), ...strangers(module), ...closed(module)]);

function buttons({ raw, at, entity }: ModuleInfo): Problem[] {
  const transitions = entity ? machinesOf(entity).flatMap((machine) => machine.transitions) : [];
  return (raw.actions ?? []).flatMap((entry, index) => {
    const { action, audience: sides } = asAction(entry);
    const transition = transitions.find(({ name }) => name === action)?.raw;
    return transition ? buttonProblems(action, transition, sides, raw.audience, at.in("actions", index)) : [];
  });
}

function buttonProblems(name: string, { by }: WholeTransition, sides: Sides | undefined, all: Sides, at: Place): Problem[] {
  if (sides === undefined) {
    const isDead = sidesOf(by, all).length === 0;
    return isDead ? [at.problem(`dead button: "${name}" is run by ${by.join(" and ")}, but the module is for ${all.join(" and ")}`)] : [];
  }
  const allowed = sidesOf(by, sides);
  return listed(sides, at.in("audience"))
    .filter((side) => !allowed.some((each) => each === side.name))
    .map((side) => side.at.problem(`dead button: "${name}" is not run by the ${side.name}, only by ${by.join(" and ")}`));
}

/**
 * Sides named in parts of a module that is not for them. A mall is a shop too: a button may be the mall's alone, but
 * what a mall reads is the shop's unless the audience names it.
 */
function strangers({ raw, at }: ModuleInfo): Problem[] {
  const filters = (raw.filters ?? []).flatMap((filter, index) =>
    typeof filter === "object" ? listed(filter.audience, at.in("filters", index, "audience")) : [],
  );
  const sums = (raw.footer?.sums ?? []).flatMap((sum, index) =>
    typeof sum === "object" ? listed(sum.audience, at.in("footer", "sums", index, "audience")) : [],
  );
  const actions = (raw.actions ?? []).flatMap((action, index) =>
    typeof action === "object" ? listed(action.audience, at.in("actions", index, "audience")) : [],
  );
  const todos = (raw.todos ?? []).flatMap(({ audience: sides }, index) => listed(sides, at.in("todos", index, "audience")));
  const news = listed(raw.news?.audience, at.in("news", "audience"));
  const hidden = Object.keys(raw.hide ?? {}).map((side) => ({ name: side, at: at.in("hide", side).onKey() }));
  const isFor = ({ name }: Named) => raw.audience.some((side) => side === name);
  const mayPress = (side: Named) => isFor(side) || (side.name === "mall" && raw.audience.includes("shop"));
  const strange = [
    ...[...filters, ...sums, ...todos, ...news, ...hidden].filter((side) => !isFor(side)),
    ...actions.filter((side) => !mayPress(side)),
  ];
  return strange.map(({ name, at: place }) =>
    place.problem(`the module is not for the ${name}`, `its audience: ${raw.audience.join(", ")}`),
  );
}

/** Rows that suppliers cannot reach at all need no page for them. */
function closed({ raw, at, entity }: ModuleInfo): Problem[] {
  const index = raw.audience.indexOf("supplier");
  if (index < 0 || entity?.raw.tenancy !== "shop" || entity.raw.supplierReads) return [];
  return [
    at
      .in("audience", index)
      .problem(`suppliers cannot read ${entity.name}: its tenancy is shop`, 'say "supplierReads": true there if they may'),
  ];
}
