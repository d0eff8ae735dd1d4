import type { RawEntity, RawMachine, RawModule, RawModuleArchetype, RawTransition } from "./generated/raw.ts";
import type { Problem } from "./problem.ts";

type Required<T, K extends keyof T> = T & { readonly [P in K]-?: NonNullable<T[P]> };

/** A module that says everything a page needs. */
export type WholeModule = Required<RawModule, "audience">;
export type WholeTransition = Required<RawTransition, "title" | "from" | "by">;
export type WholeMachine = Omit<RawMachine, "default" | "transitions"> & {
  readonly default: NonNullable<RawMachine["default"]>;
  readonly transitions: Readonly<Record<string, WholeTransition>>;
};
export type WholeEntity = Omit<RawEntity, "states"> & { readonly states?: Readonly<Record<string, WholeMachine>> };

/** Every archetype of the files, by kind. */
export interface Archetypes {
  readonly modules: Readonly<Record<string, RawModuleArchetype>>;
  readonly machines: Readonly<Record<string, RawMachine>>;
}

/** A file made whole, and what keeps it from being so. */
export interface Whole<T> {
  readonly raw: T;
  readonly problems: readonly Problem[];
}
