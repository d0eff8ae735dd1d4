import type { RawEnumValue } from "../generated/raw.ts";
import { findField } from "../lookup.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { misfit } from "./literal-fit.ts";
import { repeats } from "./repeats.ts";

/** The codes of a list and their names are unique, the codes all whole numbers or all texts; a module relabels only codes that are there. */
export const enumCodes: Check = (context) => {
  const { sources, entities, modules } = context;
  const shared = sources.enums.flatMap(({ raw, at }) =>
    Object.entries(raw.enums).flatMap(([name, list]) => listProblems(list, at.in("enums", name))),
  );
  const own = [...entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap(({ raw, at }) => (raw.values ? listProblems(raw.values, at.in("values")) : [])),
  );
  const relabelled = modules.flatMap(({ raw, at }) =>
    Object.entries(raw.labels ?? {}).flatMap(([name, list]) => {
      const place = at.in("labels", name);
      const field = findField(context, raw.entity, name);
      if (!field) return [];
      if (field.raw.type !== "enum") return [place.onKey().problem(`${name} is ${field.raw.type}: only an enum has texts for codes`)];
      const strange = list.flatMap(({ code }, index) => {
        const wrong = misfit(field, code);
        return wrong ? [place.in(index, "code").problem(wrong.message, wrong.hint)] : [];
      });
      return [...strange, ...listProblems(list, place)];
    }),
  );
  return [...shared, ...own, ...relabelled];
};

function listProblems(list: readonly RawEnumValue[], at: Place): Problem[] {
  const first = typeof list[0]?.code;
  const mixed = list.findIndex(({ code }) => typeof code !== first);
  const nameless = list.some(({ name }) => name !== undefined) ? list.findIndex(({ name }) => name === undefined) : -1;
  const codes = list.map(({ code }, index) => ({ name: JSON.stringify(code), at: at.in(index, "code") }));
  const names = list.flatMap(({ name }, index) => (name === undefined ? [] : [{ name, at: at.in(index, "name") }]));
  return [
    ...(mixed < 0 ? [] : [at.in(mixed, "code").problem("the codes of one list are all whole numbers or all texts")]),
    ...(nameless < 0 ? [] : [at.in(nameless).problem("of one list all codes have a name, or none")]),
    ...repeats(codes, ({ name }) => `code ${name} stands here twice`),
    ...repeats(names, ({ name }) => `the name ${name} stands here twice`),
  ];
}
