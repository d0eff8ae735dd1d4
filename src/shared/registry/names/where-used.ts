import type { CheckContext } from "../context.ts";
import type { NameKind } from "../word.ts";
import { type NameUse, namesOf } from "./uses.ts";

/** A named thing. Fields, transitions and codes are an entity's, codes besides of one of its fields. */
export interface Thing {
  readonly kind: NameKind;
  readonly name: string;
  readonly entity?: string;
  readonly field?: string;
}

/** Kinds whose names besides name things of another kind: a button is named as the transition it runs. */
const ALSO: Readonly<Partial<Record<NameKind, readonly NameKind[]>>> = { transition: ["action"] };

/** Every use of a name and its declaration, those that a file gets from an archetype included; each place may come several times. */
export function whereUsed(context: CheckContext, { kind, name, entity, field }: Thing): NameUse[] {
  return [kind, ...(ALSO[kind] ?? [])]
    .flatMap((each) => namesOf(context, each))
    .filter((use) => use.name === name)
    .filter((use) => (entity === undefined || use.entity === entity) && (field === undefined || use.field === field));
}
