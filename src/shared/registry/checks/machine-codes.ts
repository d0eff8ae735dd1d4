import { type MachineUse, machinesOf } from "../machines.ts";
import type { StateCode } from "../model.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { misfit } from "./literal-fit.ts";

/** A state field is a stored enum, and every state named is one of its codes. */
export const machineCodes: Check = ({ entities }) => [...entities.values()].flatMap(machinesOf).flatMap(machineProblems);

function machineProblems({ entity, field: name, raw, at, transitions }: MachineUse): Problem[] {
  const field = entity.fields.get(name);
  if (!field) return [];
  if (field.raw.type !== "enum" && field.raw.type !== "bool")
    return [at.onKey().problem(`a state field is an enum or yes/no; ${name} is ${field.raw.type}`)];
  if (field.raw.computed) return [at.onKey().problem(`a state field is stored; ${name} is computed`)];
  const code = (value: StateCode, place: Place): Problem[] => {
    const wrong = misfit(field, value);
    return wrong ? [place.problem(wrong.message, wrong.hint)] : [];
  };
  const initial = field.raw.default;
  const twice = initial !== undefined && initial !== raw.initial;
  return [
    ...code(raw.initial, at.in("initial")),
    ...(twice ? [at.in("initial").problem(`new rows begin with ${raw.initial}, but the field's default is ${initial}`)] : []),
    ...(raw.final ?? []).flatMap((value, index) => code(value, at.in("final", index))),
    ...transitions.flatMap(({ raw: { from, to }, at: place }) => [
      ...from.flatMap((value, index) => code(value, place.in("from", index))),
      ...(to === undefined ? [] : code(to, place.in("to"))),
    ]),
  ];
}
