import { createHash } from "node:crypto";
import { fieldsOfPredicate } from "../../../shared/domain/predicate.ts";
import type { Entity, Registry, ViewPart } from "../../../shared/registry/model.ts";
import { inputsOf, lookedFor } from "../../query/computed-kinds.ts";

/** The view that tells every change of what a shop owes its suppliers; what it says of a row is what is posted. */
export function ledgerOf({ entities }: Registry): Entity {
  const { vLedger } = entities;
  if (!vLedger) throw new Error("the registry has no ledger");
  return vLedger;
}

/** How rows of another entity decide what the ledger says of a row: by a field of each that are equal. */
export interface LedgerLink {
  readonly to: string;
  /** Of the entity whose rows the ledger shows. */
  readonly own: string;
  /** Of the other one. */
  readonly theirs: string;
}

/** The rows of one entity in the ledger, whichever of its parts show them. */
export interface LedgerSource {
  readonly entity: Entity;
  readonly parts: readonly ViewPart[];
  readonly links: readonly LedgerLink[];
}

/** What the ledger is made of, by entity. */
export function ledgerSources(registry: Registry): LedgerSource[] {
  const parts = ledgerOf(registry).view?.parts ?? [];
  return [...new Set(parts.map(({ of }) => of))].map((name) => {
    const own = parts.filter(({ of }) => of === name);
    const entity = registry.entities[name];
    if (!entity) throw new Error(`there is no entity ${name}: the registry must have refused the view`);
    return { entity, parts: own, links: own.flatMap((part) => linksOf(part, entity, registry)) };
  });
}

/** The tables that the ledger depends on. */
export function ledgerTables(registry: Registry): string[] {
  const names = ledgerSources(registry).flatMap(({ entity, links }) => [entity.name, ...links.map(({ to }) => to)]);
  return [...new Set(names)].map((name) => registry.entities[name]?.table ?? "");
}

/** What it depends on what the ledger says of a row: its parts, and how what they read is computed. */
export function ledgerVersion(registry: Registry): string {
  const said = ledgerSources(registry).map(({ entity, parts, links }) => [
    entity.name,
    parts,
    links,
    Object.values(entity.fields).map(({ name, computed }) => [name, computed]),
  ]);
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}

function linksOf(part: ViewPart, entity: Entity, registry: Registry): LedgerLink[] {
  const joined = part.joins.flatMap(({ entity: to, on }) => on.slice(0, 1).map(({ own, joined: theirs }) => ({ to, own, theirs })));
  const read = Object.values(part.sources).flatMap((source) => (source.kind === "field" && source.alias === null ? [source.field] : []));
  const named = [...read, ...(part.where === null ? [] : fieldsOfPredicate(part.where))];
  return [...joined, ...named.flatMap((name) => lookedUp(name, entity, registry))];
}

/** Where a computed field of the row looks. */
function lookedUp(name: string, entity: Entity, registry: Registry): LedgerLink[] {
  const field = entity.fields[name];
  if (field === undefined || field.computed === null) return [];
  const found = lookedFor(field, entity);
  const inputs = inputsOf(field, { entity, labels: {} });
  const [via] = inputs;
  const own = found === null || via === undefined ? [] : [{ to: found.entity, own: via, theirs: found.field }];
  return [...own, ...inputs.flatMap((input) => lookedUp(input, entity, registry))];
}
