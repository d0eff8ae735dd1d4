import type { EntityInfo } from "../catalogue.ts";
import type { RawRegistry } from "../generated/raw.ts";
import type { Former } from "../model.ts";

/** What the files say was called otherwise before: entities, their fields and codes, pages. */
export function formerNames(menu: RawRegistry, infos: ReadonlyMap<string, EntityInfo>): Former[] {
  const entities = [...infos.values()];
  const former = <T extends object>(things: readonly T[], of: (thing: T) => Omit<Former, "was"> & { readonly was: RawFormer }): Former[] =>
    things.map(of).flatMap(({ was, ...thing }) => (was ? [{ ...thing, was: was.map(String) }] : []));
  return [
    ...former(entities, ({ raw }) => ({ kind: "entity", name: raw.name, was: raw.was })),
    ...entities.flatMap(({ name: entity, fields }) =>
      former([...fields.values()], ({ name, raw }) => ({ kind: "field", entity, name, was: raw.was })),
    ),
    ...entities.flatMap(({ name: entity, fields }) =>
      [...fields.values()].flatMap(({ name: field, values }) =>
        former(values, ({ code, was }) => ({ kind: "code", entity, field, name: String(code), was })),
      ),
    ),
    ...former(
      menu.groups.flatMap(({ modules }) => modules),
      ({ id, was }) => ({ kind: "module", name: String(id), was }),
    ),
  ];
}

type RawFormer = readonly (string | number)[] | undefined;
