import { fieldsOfCalc } from "../../domain/calc.ts";
import { fieldsOfCases } from "../../domain/cases.ts";
import { fieldsOfPredicate } from "../../domain/predicate.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { Calc, Cases, Predicate } from "../language.ts";

type Computed = NonNullable<FieldInfo["raw"]["computed"]>;
/** The fields of the row that a computed one is made of; null: other rows decide it. */
type InputsOf = (computed: Computed) => readonly string[] | null;

/** Whether the stored fields of its row decide the field. */
export const isOfRow = (entity: Pick<EntityInfo, "fields">, name: string): boolean => isMadeBy(entity, name, inputsOf);

/** Whether it is stored, or calculated of what is. */
export const isCalculated = (entity: Pick<EntityInfo, "fields">, name: string): boolean =>
  isMadeBy(entity, name, ({ calc }) => (calc ? fieldsOfCalc(calc as Calc) : null));

/** Whether it is one of these stored fields, or they alone decide it. */
export const isMadeOf = (entity: Pick<EntityInfo, "fields">, name: string, stored: ReadonlySet<string>): boolean =>
  isMadeBy(entity, name, inputsOf, (of) => stored.has(of));

function inputsOf({ calc, cases, when }: Computed): readonly string[] | null {
  if (calc) return fieldsOfCalc(calc as Calc);
  if (cases) return fieldsOfCases(cases as Cases);
  return when ? fieldsOfPredicate(when as Predicate) : null;
}

function isMadeBy(
  entity: Pick<EntityInfo, "fields">,
  name: string,
  inputs: InputsOf,
  stored: (name: string) => boolean = () => true,
  open: ReadonlySet<string> = new Set(),
): boolean {
  const computed = entity.fields.get(name)?.raw.computed;
  if (open.has(name)) return false;
  if (computed === undefined) return entity.fields.has(name) && stored(name);
  return inputs(computed)?.every((input) => isMadeBy(entity, input, inputs, stored, new Set([...open, name]))) ?? false;
}
