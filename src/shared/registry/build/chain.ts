import type { EntityInfo } from "../catalogue.ts";
import type { Predicate } from "../language.ts";
import type { ChainPart } from "../model.ts";

/** The entity's part of the chain of documents. */
export function buildChain({ raw: { chain, states } }: EntityInfo): ChainPart | null {
  if (chain === undefined) return null;
  const { place, where, optional = false, links = [], state, amount, counted, gap, due, waits = [] } = chain;
  return {
    place,
    where: (where ?? null) as Predicate | null,
    isOptional: optional,
    links: links.map(({ field, to, key }) => ({ field, entity: to, key })),
    state: state ?? Object.keys(states ?? {})[0] ?? null,
    amount,
    counted: (counted ?? null) as Predicate | null,
    gap: gap === undefined ? null : { ...gap, when: (gap.when ?? null) as Predicate | null },
    due: due ?? null,
    waits: waits.map(({ when, since, ...wait }) => ({ ...wait, when: when as Predicate, since: since ?? null })),
  };
}
