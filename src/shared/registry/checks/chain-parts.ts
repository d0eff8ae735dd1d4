import type { EntityInfo } from "../catalogue.ts";
import { comparableOf } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import type { RawChain } from "../generated/raw.ts";
import { linkOf } from "../links.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** The parts of the chain of documents fit together: each has a place of its own, links join parts, and no two ways lead to one kind. */
export const chainParts: Check = (context) => {
  const parts = [...context.entities.values()].flatMap((info) => (info.raw.chain ? [{ info, chain: info.raw.chain }] : []));
  return [...samePlaces(parts), ...parts.flatMap((part) => kindProblems(part, context)), ...secondWays(parts)];
};

interface Part {
  readonly info: EntityInfo;
  readonly chain: RawChain;
}

function samePlaces(parts: readonly Part[]): Problem[] {
  return parts.flatMap(({ info, chain: { rank } }, index) => {
    const other = parts.slice(0, index).find(({ chain }) => chain.rank === rank);
    return other === undefined ? [] : [info.at.in("chain", "rank").problem(`${other.info.name} has rank ${rank} already`)];
  });
}

/** Amounts are money, days are days, a state has codes; a field that is not there is told elsewhere. */
function kindProblems({ info, chain }: Part, context: CheckContext): Problem[] {
  const at = info.at.in("chain");
  const { amount, gap, due, state, waits = [], to: links = [] } = chain;
  const wrong = (name: string | undefined, place: Place, isRight: (type: string) => boolean, wanted: string): Problem[] => {
    const field = info.fields.get(name ?? "");
    return field === undefined || isRight(field.raw.type) ? [] : [place.problem(`${field.name} (${field.raw.type}) is ${wanted}`)];
  };
  const isMoney = (type: string) => type === "money";
  const isTime = (type: string) => type === "date" || type === "datetime";
  return [
    ...wrong(amount, at.in("amount"), isMoney, "no money"),
    ...wrong(gap?.sub[0], at.in("gap", "sub", 0), isMoney, "no money"),
    ...wrong(gap?.sub[1], at.in("gap", "sub", 1), isMoney, "no money"),
    ...wrong(due, at.in("due"), isTime, "no day"),
    ...wrong(state, at.in("state"), (type) => type === "enum", "no enum"),
    ...waits.flatMap(({ from }, index) => wrong(from, at.in("waits", index, "from"), isTime, "no day")),
    ...links.flatMap(({ of: to, on }, index) => {
      const place = at.in("to", index);
      const { field, key } = linkOf(on);
      const other = context.entities.get(to);
      if (other === undefined) return [];
      if (other.raw.chain === undefined) return [place.in("of").problem(`${to} stands in no chain`, 'say "chain" there')];
      const [own, theirs] = [info.fields.get(field), other.fields.get(key)];
      if (!own || !theirs || comparableOf(own) === comparableOf(theirs)) return [];
      return [place.in("on", key).problem(`${field} (${own.raw.type}) cannot be compared with ${key} of ${to} (${theirs.raw.type})`)];
    }),
  ];
}

/**
 * Links that close a circle: what a second way leads to would be found differently from different documents. One link may lead to
 * documents of the same kind.
 */
function secondWays(parts: readonly Part[]): Problem[] {
  const groupOf = new Map(parts.map(({ info }) => [info.name, info.name]));
  return parts.flatMap(({ info, chain }) =>
    (chain.to ?? []).flatMap(({ of: to }, index) => {
      if (to === info.name && chain.to?.findIndex((link) => link.of === to) === index) return [];
      const [own, theirs] = [groupOf.get(info.name), groupOf.get(to)];
      if (own === undefined || theirs === undefined) return [];
      if (own === theirs)
        return [info.at.in("chain", "to", index, "of").problem(`there is another way from ${info.name} to ${to} already`)];
      for (const [name, group] of groupOf) if (group === theirs) groupOf.set(name, own);
      return [];
    }),
  );
}
