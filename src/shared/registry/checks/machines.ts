import { type MachineUse, machinesOf } from "../machines.ts";
import type { StateCode as Code, StateCode } from "../model.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { sharedOf } from "../sources.ts";
import type { Check } from "./check.ts";
import { literalProblem } from "./literal-fit.ts";

/** An archetype is whole by itself: it is like no other, skips nothing and has nothing to follow. */
export const wholeArchetypes: Check = ({ sources }) =>
  sharedOf(sources, "states").flatMap(({ raw: { like, transitions = {} }, at: place }) => {
    const parts = Object.entries(transitions).flatMap(([way, each]) =>
      (["skip", "then"] as const).flatMap((word) => (each[word] === undefined ? [] : [{ word, at: place.in("transitions", way, word) }])),
    );
    return [...(like === undefined ? [] : [{ word: "like", at: place.in("like") }]), ...parts].map(({ word, at: there }) =>
      there.onKey().problem(`"${word}" is for machines of entities: an archetype is whole by itself`),
    );
  });

/** A state field is a stored enum, and every state named is one of its codes. */
export const machineCodes: Check = ({ entities }) => [...entities.values()].flatMap(machinesOf).flatMap(codeProblems);

function codeProblems({ entity, field: name, raw, at, transitions }: MachineUse): Problem[] {
  const field = entity.fields.get(name);
  if (!field) return [];
  if (field.raw.type !== "enum" && field.raw.type !== "bool")
    return [at.onKey().problem(`a state field is an enum or yes/no; ${name} is ${field.raw.type}`)];
  if (field.raw.computed) return [at.onKey().problem(`a state field is stored; ${name} is computed`)];
  const code = (value: StateCode, place: Place): Problem[] => {
    const wrong = literalProblem(field, value);
    return wrong ? [place.problem(wrong.message, wrong.hint)] : [];
  };
  const initial = field.raw.default;
  const twice = initial !== undefined && initial !== raw.default;
  return [
    ...code(raw.default, at.in("default")),
    ...(twice ? [at.in("default").problem(`new rows begin with ${raw.default}, but the field's default is ${initial}`)] : []),
    ...(raw.final ?? []).flatMap((value, index) => code(value, at.in("final", index))),
    ...transitions.flatMap(({ raw: { from, to }, at: place }) => [
      ...from.flatMap((value, index) => code(value, place.in("from", index))),
      ...(to === undefined ? [] : code(to, place.in("to"))),
    ]),
  ];
}

/** Every state can be reached and left, except those listed as final, which nothing leaves. */
export const machineWays: Check = ({ entities }) => [...entities.values()].flatMap(machinesOf).flatMap(wayProblems);

function wayProblems(machine: MachineUse): Problem[] {
  const { entity, field, raw, at } = machine;
  const info = entity.fields.get(field);
  const codes: readonly Code[] = info?.raw.type === "bool" ? [false, true] : (info?.values.map(({ code }) => code) ?? []);
  const final: readonly Code[] = raw.final ?? [];
  const named = [raw.default, ...final, ...machine.transitions.flatMap(({ raw: { from, to = raw.default } }) => [...from, to])];
  // A wrong code is told by itself; the ways through it cannot be judged.
  if (named.some((code) => !codes.includes(code))) return [];
  const reached = reachable(machine);
  const unreached = codes.filter((code) => !reached.has(code));
  const stuck = codes.filter((code) => exits(machine, code).length === 0 && !final.includes(code));
  return [
    ...unreached.map((code) => at.problem(`state ${code} of ${field} cannot be reached from ${raw.default}`)),
    ...stuck.map((code) => at.problem(`nothing leaves state ${code} of ${field}`, `list ${code} under "final" if that is meant`)),
    ...final.flatMap((code, index) => {
      const [exit] = exits(machine, code);
      return exit === undefined ? [] : [at.in("final", index).problem(`${code} is listed as final, but "${exit}" leaves it`)];
    }),
  ];
}

function reachable({ raw, transitions }: MachineUse): Set<Code> {
  const reached = new Set<Code>([raw.default]);
  // A set grows while it is walked, so that this ends when nothing new is found.
  for (const state of reached) {
    for (const { raw: way } of transitions) if (way.to !== undefined && way.from.includes(state)) reached.add(way.to);
  }
  return reached;
}

function exits({ transitions }: MachineUse, code: Code): string[] {
  return transitions.filter(({ raw: { from, to } }) => to !== undefined && to !== code && from.includes(code)).map(({ name }) => name);
}
