import { asAction, sidesOf } from "../build/actions.ts";
import type { ModuleInfo } from "../context.ts";
import type { RawModule, RawTransition } from "../generated/raw.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { listed, type Named } from "../uses/named.ts";
import { machinesOf } from "../uses/transitions.ts";
import type { Check } from "./check.ts";

type Sides = RawModule["audience"];

/** Every button can be pressed by somebody, and nothing is offered to sides that never get the module. */
export const audience: Check = ({ modules }) => modules.flatMap((module) => [...buttons(module), ...strangers(module), ...closed(module)]);

function buttons({ raw, at, entity }: ModuleInfo): Problem[] {
  const transitions = new Map(
    (entity ? machinesOf(entity) : []).flatMap((machine) => machine.transitions.map((each) => [each.name, each.raw] as const)),
  );
  return (raw.actions ?? []).flatMap((entry, index) => {
    const { action, audience: sides } = asAction(entry);
    const transition = transitions.get(action);
    return transition ? buttonProblems(action, transition, sides, raw.audience, at.in("actions", index)) : [];
  });
}

function buttonProblems(name: string, { by }: RawTransition, sides: Sides | undefined, all: Sides, at: Place): Problem[] {
  if (sides === undefined) {
    const isDead = sidesOf(by, all).length === 0;
    return isDead ? [at.problem(`dead button: "${name}" is run by ${by.join(" and ")}, but the module is for ${all.join(" and ")}`)] : [];
  }
  const allowed = sidesOf(by, sides);
  return listed(sides, at.in("audience"))
    .filter((side) => !allowed.some((each) => each === side.name))
    .map((side) => side.at.problem(`dead button: "${name}" is not run by the ${side.name}, only by ${by.join(" and ")}`));
}

/** Sides named in parts of a module that is not for them. A mall is a shop, so a module for shops may single it out. */
function strangers({ raw, at }: ModuleInfo): Problem[] {
  const named: Named[] = [
    ...(raw.filters ?? []).flatMap((filter, index) =>
      typeof filter === "object" ? listed(filter.audience, at.in("filters", index, "audience")) : [],
    ),
    ...(raw.actions ?? []).flatMap((action, index) =>
      typeof action === "object" ? listed(action.audience, at.in("actions", index, "audience")) : [],
    ),
    ...Object.keys(raw.permissions ?? {}).map((side) => ({ name: side, at: keyOf(at.in("permissions", side)) })),
  ];
  const isFor = (name: string) => raw.audience.some((side) => side === name || (side === "shop" && name === "mall"));
  return named
    .filter(({ name }) => !isFor(name))
    .map(({ name, at: place }) => place.problem(`the module is not for the ${name}`, `its audience: ${raw.audience.join(", ")}`));
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

function keyOf(place: Place): Place {
  return { ...place, problem: place.keyProblem };
}
