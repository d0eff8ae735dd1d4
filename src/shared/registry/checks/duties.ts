import type { FieldInfo } from "../catalogue.ts";
import { comparableOf } from "../comparable.ts";
import { type CheckContext, entryOf } from "../context.ts";
import type { RawDuty, RawFirstAct, RawSecondAct } from "../generated/raw.ts";
import { findField } from "../lookup.ts";
import { transitionsOf } from "../machines.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { sharedOf } from "../sources.ts";
import type { Check } from "./check.ts";

type RawAct = RawFirstAct | RawSecondAct;
type Side = "a" | "b";
const SIDES: readonly Side[] = ["a", "b"];

/** What is kept apart is something that users do, and the pages it counts on show such documents. */
export const dutyActs: Check = (context) =>
  sharedOf(context.sources, "duties").flatMap(({ raw, at }) =>
    SIDES.flatMap((side) => {
      const act: RawAct = raw[side];
      return [...undone(act, context, at.in(side)), ...strangePages(act, raw, context, at.in(side, "at"))];
    }),
  );

function undone({ of, do: names, save }: RawAct, context: CheckContext, at: Place): Problem[] {
  if (save !== undefined) return [];
  if (names === undefined) return [at.problem("nothing is done here", 'say transitions under "do", or "save"')];
  return unused(of, names, context, at.in("do"));
}

/** Transitions of which no user of the shop can do one: nobody would ever be refused. */
function unused(of: string, names: readonly string[], { entities }: CheckContext, at: Place): Problem[] {
  const info = entities.get(of);
  const meant = info === undefined ? [] : transitionsOf(info).filter(({ name }) => names.includes(name));
  if (meant.length < names.length || meant.some(({ raw }) => raw.by.includes("shop"))) return [];
  return [at.problem(`no user of the shop does any of these: ${names.join(", ")}`)];
}

function strangePages({ of, at: said }: RawAct, { on }: RawDuty, context: CheckContext, at: Place): Problem[] {
  const pages = said ?? [];
  if (pages.length > 0 && !on.includes("person"))
    return [at.onKey().problem('pages tell which rights count; this pair is not kept apart "on" a person')];
  return pages.flatMap((id, index) => {
    const page = context.pageOf(entryOf(context.sources, String(id))?.schema ?? "");
    return page === undefined || page.raw.entity === of ? [] : [at.in(index).problem(`page ${id} shows ${page.raw.entity}, not ${of}`)];
  });
}

/** No function is kept apart from itself, and no pair is said twice. */
export const dutyPairs: Check = ({ sources }) => {
  const seen = new Map<string, string>();
  return sharedOf(sources, "duties").flatMap(({ name, raw, at }): Problem[] => {
    const [mine, theirs] = [partsOf(raw.a), partsOf(raw.b)];
    const same = mine.find((part) => theirs.includes(part));
    if (same !== undefined) return [at.in("b").problem(`${same} is on both sides: nobody could do it`)];
    const key = JSON.stringify([
      [mine, theirs].map((parts) => parts.sort().join()).sort(),
      raw.when ?? null,
      raw.a.where ?? null,
      raw.b.where ?? null,
    ]);
    const first = seen.get(key);
    seen.set(key, name);
    return first === undefined ? [] : [at.onKey().problem(`duty ${first} keeps the same two apart`)];
  });
};

const partsOf = ({ of, do: names, save }: RawAct): string[] => [...(names ?? []), ...(save ?? [])].map((part) => `${of}.${part}`);

/** Documents of two kinds are linked by fields that can be compared, of which each kind stores one; those of one kind by nothing. Only on documents one comes first. */
export const dutyLinks: Check = (context) =>
  sharedOf(context.sources, "duties").flatMap(({ raw, at }) => {
    const { a, b, on, link, oneWay } = raw;
    if (oneWay !== undefined && !on.includes("document"))
      return [at.in("oneWay").onKey().problem('what comes first is asked "on" a document; this pair is kept apart on none')];
    const isLinked = a.of !== b.of && on.includes("document");
    if (isLinked && link === undefined) return [at.problem(`nothing says which ${a.of} belongs to which ${b.of}`, 'say "link"')];
    if (!isLinked && link !== undefined)
      return [at.in("link").onKey().problem("there is nothing to link: it is the same document, or none")];
    const pairs = Object.entries(link ?? {}).map(
      ([mine, theirs]) => [findField(context, a.of, mine), findField(context, b.of, theirs)] as const,
    );
    return [...pairs.flatMap((pair) => linkProblems(pair, at.in("link"))), ...(link === undefined ? [] : unfound(pairs, at.in("link")))];
  });

type LinkedFields = readonly [FieldInfo | undefined, FieldInfo | undefined];

function linkProblems([one, other]: LinkedFields, at: Place): Problem[] {
  if (one === undefined || other === undefined || comparableOf(one) === comparableOf(other)) return [];
  return [at.in(one.name).problem(`${one.name} (${one.raw.type}) cannot be compared with ${other.name} (${other.raw.type})`)];
}

/** Documents are looked for by a stored field; what is computed is compared then. */
function unfound(pairs: readonly LinkedFields[], at: Place): Problem[] {
  const isStored = (side: 0 | 1) => pairs.some((pair) => pair[side]?.raw.computed === undefined);
  return isStored(0) && isStored(1) ? [] : [at.problem("documents are found by stored fields; these are all computed")];
}

function notMoney(context: CheckContext, entity: string, name: string, at: Place): Problem[] {
  const field = findField(context, entity, name);
  return field === undefined || field.raw.type === "money" ? [] : [at.problem(`${name} (${field.raw.type}) is no money`)];
}

/** What is added up in a day is money, of something that users do, and no two limits have one setting. */
export const limitedActs: Check = (context) => {
  const seen = new Map<string, string>();
  return sharedOf(context.sources, "dayLimits").flatMap(({ name, raw, at }) => {
    const first = seen.get(raw.setting);
    seen.set(raw.setting, name);
    const again = first === undefined ? [] : [at.in("setting").problem(`limit ${first} has this setting already`)];
    const wrong = raw.acts.flatMap(({ of, do: names, amount }, index) => [
      ...unused(of, names, context, at.in("acts", index, "do")),
      ...notMoney(context, of, amount, at.in("acts", index, "amount")),
    ]);
    return [...again, ...wrong];
  });
};
