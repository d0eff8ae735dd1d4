import type { Cell, Row } from "../../../shared/domain/cell.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import type { Computed, Lines, Rows, Transitions } from "../../generated/entities.ts";

/**
 * What the compiler knows of an entity by its name, for those of this project (src/server/generated/entities.ts). Where the name is
 * any text, as in everything that interprets the files, a row is a record of cells and a transition is any name.
 */
export type EntityName = keyof Rows;

/** An entity that is known by its name. */
export interface EntityOf<Name extends string> extends Entity {
  readonly name: Name;
}

/** A name that the code says itself is one of the project's entities; one that it was told may be any. */
export type Known<Name extends string> = string extends Name ? string : Name extends EntityName ? Name : never;

/** The stored fields of a row. */
export type RowOf<Name extends string> = Name extends EntityName ? Rows[Name] : Row;

/** Some stored fields: to find rows by, or of a new row, the others of which get their initial values. */
export type FieldsOf<Name extends string> = Name extends EntityName ? Partial<Rows[Name]> : Row;

/** Adds to what the field holds; an empty field counts as zero. */
export interface Plus {
  readonly plus: bigint | number;
}

/** Fields to write, of any entity. */
export type Patch = Readonly<Record<string, Cell | Plus>>;

/** Fields to write. Codes are numbers that nothing can be added to. */
export type PatchOf<Name extends string> = Name extends EntityName
  ? { readonly [Field in keyof Rows[Name]]?: Rows[Name][Field] | Addable<NonNullable<Rows[Name][Field]>> }
  : Patch;

type Addable<Value> = bigint extends Value ? Plus : number extends Value ? Plus : never;

/** Amounts to add to fields. */
export type AmountsOf<Name extends string> = Name extends EntityName
  ? { readonly [Field in keyof Rows[Name] as Addable<NonNullable<Rows[Name][Field]>> extends never ? never : Field]?: bigint | number }
  : Readonly<Record<string, bigint | number>>;

type ComputedOf<Name extends EntityName> = Name extends keyof Computed ? Computed[Name] : unknown;

/** Names of stored and computed fields. */
export type FieldName<Name extends string> = Name extends EntityName ? (keyof Rows[Name] | keyof ComputedOf<Name>) & string : string;

/** A row with these of its computed fields. */
export type RowWith<Name extends string, Field extends string> = Name extends EntityName
  ? Rows[Name] & Pick<ComputedOf<Name>, Field & keyof ComputedOf<Name>>
  : Row;

/** Names of the line entities. */
export type LinesOf<Name extends string> = Name extends keyof Lines ? Lines[Name] : Name extends EntityName ? never : string;

type OwnTransition<Name extends string> = Name extends keyof Transitions ? Transitions[Name] : Name extends EntityName ? never : string;

/** Names of transitions; of several entities those that all of them have. */
export type TransitionName<Name extends string> = (Name extends string ? (name: OwnTransition<Name>) => void : never) extends (
  name: infer Common extends string,
) => void
  ? Common
  : never;
