import type { Audience, Profile, Registry } from "../model.ts";
import type { Channel } from "../rights/channel.ts";
import { type ActionRights, type ModuleRights, type RoleRights, registryOfRole, rightsMatrix, roleOfSide } from "../rights/matrix.ts";
import type { RowRights, Whose } from "../rights/rows.ts";
import { tellsSensitive } from "../rights/sources.ts";
import type { Change, ChangeClass, ChangeVerb, Outcome } from "./change.ts";
import { rowsChange } from "./rows-of.ts";
import { missing, same } from "./rule.ts";

/*
 * Long on purpose: one comparison of two matrices, each part of a page's rights beside the others, as what is alike is told once over all.
 */

const SIDES: readonly Audience[] = ["shop", "mall", "supplier"];
const PLAIN = "plain";

/** One thing that becomes of the rights of one side on one page. */
interface Fact {
  readonly class: ChangeClass;
  readonly verb: ChangeVerb;
  readonly of: Outcome["of"];
  readonly module: string;
  readonly name: string;
  readonly channels: readonly Channel[];
  readonly was?: unknown;
  readonly is?: unknown;
}

/** For whom facts hold: the shops of a profile, or one shop that has another profile now. */
interface Scope {
  readonly kind: "profile" | "shop";
  readonly name: string;
  readonly was: Profile;
  readonly is: Profile;
}

/**
 * What an edit makes of the rights of every side in every shop, whatever in the files brings it about: two matrices compared
 * (docs/decisions/71). What is alike for several shops, sides, fields and pages is one change.
 */
export function rightsChanges(was: Registry, is: Registry): Change[] {
  const scopes = scopesOf(was, is);
  const found = new Map<string, { readonly fact: Fact; readonly where: Map<Audience, Scope[]> }>();
  for (const scope of scopes) {
    for (const side of SIDES) {
      const facts = new Map(sideFacts(was, is, scope, side).map((fact) => [JSON.stringify(fact), fact]));
      for (const [key, fact] of facts) {
        const known = found.get(key) ?? { fact, where: new Map<Audience, Scope[]>() };
        known.where.set(side, [...(known.where.get(side) ?? []), scope]);
        found.set(key, known);
      }
    }
  }
  const profiles = scopes.filter(({ kind }) => kind === "profile").length;
  return grouped([...found.values()].flatMap(({ fact, where }) => told(fact, where, profiles)));
}

function scopesOf(was: Registry, is: Registry): Scope[] {
  const profiles = Object.keys(is.profiles).flatMap((name): Scope[] => {
    const [before, after] = [was.profiles[name], is.profiles[name]];
    return before && after ? [{ kind: "profile", name, was: before, is: after }] : [];
  });
  const shops = [...new Set([...Object.keys(was.shopProfiles), ...Object.keys(is.shopProfiles)])].flatMap((name): Scope[] => {
    const [from, to] = [was.shopProfiles[name] ?? PLAIN, is.shopProfiles[name] ?? PLAIN];
    const [before, after] = [was.profiles[from], is.profiles[to]];
    return from !== to && before && after ? [{ kind: "shop", name, was: before, is: after }] : [];
  });
  return [...profiles, ...shops];
}

/** A fact with those it holds for: told once for all sides and shops that are alike. */
interface Told {
  readonly fact: Fact;
  readonly sides: readonly Audience[];
  readonly profiles: readonly string[];
  readonly shops: readonly string[];
}

function told(fact: Fact, where: ReadonlyMap<Audience, readonly Scope[]>, profiles: number): Told[] {
  const bySigns = new Map<string, { sides: Audience[]; profiles: string[]; shops: string[] }>();
  for (const [side, scopes] of where) {
    const names = (kind: Scope["kind"]) => scopes.filter((scope) => scope.kind === kind).map(({ name }) => name);
    const own = names("profile");
    const isEverywhere = own.length === profiles;
    const add = (only: { profiles: string[]; shops: string[] }) => {
      const sign = JSON.stringify(only);
      const known = bySigns.get(sign) ?? { sides: [], ...only };
      known.sides.push(side);
      bySigns.set(sign, known);
    };
    if (own.length > 0) add({ profiles: isEverywhere ? [] : own, shops: [] });
    if (!isEverywhere && names("shop").length > 0) add({ profiles: [], shops: names("shop") });
  }
  return [...bySigns.values()].map((only) => ({ fact, ...only }));
}

/** What is said of several names is said once, and what is said of several pages, too. */
function grouped(all: readonly Told[]): Change[] {
  const byNames = merge(all.map(({ fact: { module, name, ...fact }, ...who }) => ({ rest: { module, fact, ...who }, value: name })));
  const byModules = merge(
    byNames.map(({ rest: { module, ...rest }, values }) => ({ rest: { ...rest, names: [...values].sort() }, value: module })),
  );
  return byModules.map(({ rest: { fact, names, ...who }, values: modules }): Change => {
    const { class: kind, verb, of, channels, was, is } = fact;
    const outcome: Outcome = { of, ...who, modules: modules.filter(Boolean), names: names.filter(Boolean), channels };
    const [module, side, name] = [only(outcome.modules), only(outcome.sides), only(outcome.names)];
    const [entity, field] = of === "columns" || of === "messages" || of === "writes" ? (name ?? "").split(".") : [];
    return {
      class: kind,
      verb,
      part: null,
      at: { ...(module && { module }), ...(side && { side }), ...(entity && { entity }), ...(field && { field }) },
      ...(was === undefined ? {} : { was }),
      ...(is === undefined ? {} : { is }),
      outcome,
    };
  });
}

const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

function merge<R>(all: readonly { readonly rest: R; readonly value: string }[]): { rest: R; values: string[] }[] {
  const found = new Map<string, { rest: R; values: string[] }>();
  for (const { rest, value } of all) {
    const key = JSON.stringify(rest);
    const known = found.get(key) ?? { rest, values: [] };
    known.values.push(value);
    found.set(key, known);
  }
  return [...found.values()];
}

function sideFacts(wasModel: Registry, isModel: Registry, scope: Scope, side: Audience): Fact[] {
  const was = rightsMatrix(wasModel, roleOfSide(scope.was, side));
  const is = rightsMatrix(isModel, roleOfSide(scope.is, side));
  const seen = { was: reachOf(was), fields: fieldsSeen(was) };
  const own = registryOfRole(isModel, roleOfSide(scope.is, side));
  const ids = [...new Set([...Object.keys(was.modules), ...Object.keys(is.modules)])];
  return [
    ...ids.flatMap((id) => {
      const [before, after] = [was.modules[id], is.modules[id]];
      if (before && after) return same(before, after) ? [] : pageFacts(wasModel, own, id, before, after);
      if (after) return newPageFacts(wasModel, own, id, after, seen);
      return [fact("access", "removed", "page", id)];
    }),
    ...missing(is.messages, was.messages).map((name) => columnFact(isModel, "messages", "added", "", name, ["message"], false)),
    ...missing(was.messages, is.messages).map((name) => fact("look", "removed", "messages", "", name, ["message"])),
  ];
}

function fact(
  kind: ChangeClass,
  verb: ChangeVerb,
  of: Outcome["of"],
  module: string,
  name = "",
  channels: readonly Channel[] = [],
  values: { readonly was?: unknown; readonly is?: unknown } = {},
): Fact {
  return { class: kind, verb, of, module, name, channels, ...values };
}

/** A page that a side has not had: what no other page has shown it before is told, too. */
function newPageFacts(
  was: Registry,
  is: Registry,
  id: string,
  after: ModuleRights,
  seen: { readonly was: ReadonlyMap<string, number>; readonly fields: ReadonlySet<string> },
): Fact[] {
  const isNew = was.modules[id] === undefined;
  const sensitive = Object.entries(after.fields).filter(([name]) => !seen.fields.has(name) && tellsSensitive(is.entities, name));
  const further = [after.rows, ...after.beside]
    .flatMap(nodes)
    .filter(({ entity, whose }) => was.entities[entity] !== undefined && RANKS.indexOf(whose) > Math.max(seen.was.get(entity) ?? 0, OWN));
  return [
    fact(isNew ? "addition" : "access", "added", "page", id),
    ...sensitive.map(([name, channels]) => fact("held", "added", "columns", id, name, shown(channels))),
    ...[...new Map(further.map((each) => [each.entity, each]))].map(([entity, { whose }]) =>
      fact("held", "widened", "rows", id, entity, [], { was: { whose: RANKS[seen.was.get(entity) ?? 0] }, is: { whose } }),
    ),
  ];
}

function pageFacts(was: Registry, is: Registry, id: string, before: ModuleRights, after: ModuleRights): Fact[] {
  const actions = actionFacts(id, before.actions, after.actions);
  const keysTold = new Set([...before.actions, ...after.actions].map(({ key }) => key));
  const keys = (one: ModuleRights, other: ModuleRights) => missing(one.functions, other.functions).filter((key) => !keysTold.has(key));
  return [
    ...columnFacts(is, id, before, after),
    ...rowFacts(id, before.rows, after.rows),
    ...besideFacts(id, before.beside, after.beside),
    ...actions,
    ...writeFacts(was, id, before, after),
    ...keys(after, before).map((key) => fact("access", "added", "functions", id, key)),
    ...keys(before, after).map((key) => fact("access", "removed", "functions", id, key)),
    ...missing(after.todos, before.todos).map((title) => fact("addition", "added", "todos", id, title)),
    ...missing(before.todos, after.todos).map((title) => fact("look", "removed", "todos", id, title)),
  ];
}

/** What a side could only read here, or not even that, it may change now: who writes it decides more than before. A new field is new to all. */
function writeFacts(was: Registry, id: string, before: ModuleRights, after: ModuleRights): Fact[] {
  const isOld = (name: string) => {
    const [entity = "", field = ""] = name.split(".");
    return was.entities[entity]?.fields[field] !== undefined;
  };
  return [
    ...missing(after.writes, before.writes)
      .filter(isOld)
      .map((name) => fact("held", "added", "writes", id, name)),
    ...missing(before.writes, after.writes).map((name) => fact("access", "removed", "writes", id, name)),
  ];
}

function columnFacts(is: Registry, id: string, before: ModuleRights, after: ModuleRights): Fact[] {
  return [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])].flatMap((name) => {
    const [one, other] = [before.fields[name] ?? [], after.fields[name] ?? []];
    const [come, gone] = [missing(other, one), missing(one, other)];
    return [
      ...(come.length > 0 ? [columnFact(is, "columns", "added", id, name, shown(come), one.length > 0)] : []),
      ...(gone.length > 0 ? [fact(other.length > 0 ? "look" : "access", "removed", "columns", id, name, shown(gone))] : []),
    ];
  });
}

/** What a side could read here already is only shown in one more place; what is sensitive waits in any case. */
function columnFact(
  is: Registry,
  of: "columns" | "messages",
  verb: ChangeVerb,
  id: string,
  name: string,
  channels: readonly Channel[],
  isKnown: boolean,
): Fact {
  return fact(tellsSensitive(is.entities, name) ? "held" : isKnown ? "addition" : "access", verb, of, id, name, channels);
}

/** What reaches somebody by a part of the page goes with the rows in any case. */
const shown = (channels: readonly Channel[]) => (channels.length > 1 ? channels.filter((channel) => channel !== "data") : channels);

function actionFacts(id: string, before: readonly ActionRights[], after: readonly ActionRights[]): Fact[] {
  const find = (all: readonly ActionRights[], name: string) => all.find((each) => each.name === name);
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  return names.flatMap((name): Fact[] => {
    const [one, other] = [find(before, name), find(after, name)];
    if (!one || !other) return [fact("access", one ? "removed" : "added", "actions", id, (one ?? other)?.title)];
    const terms = ({ key, from, when }: ActionRights) => ({ key, from, when });
    return same(terms(one), terms(other))
      ? []
      : [fact("access", "changed", "actions", id, other.title, [], { was: terms(one), is: terms(other) })];
  });
}

/** The fewer first. */
const RANKS: readonly Whose[] = ["nobody", "supplier", "shop", "market", "everybody"];
/** Rows of the own shop are nobody else's: to see them for the first time is an addition. */
const OWN = RANKS.indexOf("shop");

function rowFacts(id: string, was: RowRights, is: RowRights): Fact[] {
  if (same(was, is)) return [];
  if (was.entity !== is.entity) return [fact("held", "changed", "rows", id, is.entity, [], { was: terms(was), is: terms(is) })];
  const values = differing(was, is);
  const steps = [
    step(RANKS.indexOf(was.whose) - RANKS.indexOf(is.whose)),
    ...(same(was.visible, is.visible) ? [] : [rowsChange(was.visible, is.visible)]),
    ...(same(was.where, is.where) ? [] : [rowsChange(was.where, is.where)]),
  ].filter((each) => each !== null);
  const own = steps.length === 0 ? [] : [rowFact(id, is.entity, steps, values)];
  return [...own, ...innerFacts(id, was.of, is.of)];
}

function step(fewer: number): "more" | "fewer" | null {
  return fewer === 0 ? null : fewer > 0 ? "fewer" : "more";
}

function rowFact(id: string, entity: string, steps: readonly ("more" | "fewer" | "other")[], values: { was: unknown; is: unknown }): Fact {
  if (steps.every((each) => each === "fewer")) return fact("access", "narrowed", "rows", id, entity, [], values);
  return fact("held", steps.every((each) => each === "more") ? "widened" : "changed", "rows", id, entity, [], values);
}

/** What rows are made of, or stand below, entity by entity. */
function innerFacts(id: string, was: readonly RowRights[], is: readonly RowRights[]): Fact[] {
  if (was.length === is.length && was.every(({ entity }, index) => entity === is[index]?.entity))
    return was.flatMap((before, index) => rowFacts(id, before, is[index] ?? before));
  return [
    ...missing(is, was).map((each) => fact("held", "added", "rows", id, each.entity, [], { is: terms(each) })),
    ...missing(was, is).map((each) => fact("held", "removed", "rows", id, each.entity, [], { was: terms(each) })),
  ];
}

/** Lines and choices: one of an entity is compared with the one before; others come and go. */
function besideFacts(id: string, was: readonly RowRights[], is: readonly RowRights[]): Fact[] {
  const [gone, come] = [missing(was, is), missing(is, was)];
  const paired = come.flatMap((after) => {
    const before = gone.filter(({ entity }) => entity === after.entity);
    const [first] = before;
    return first && before.length === 1 && come.filter(({ entity }) => entity === after.entity).length === 1
      ? [[first, after] as const]
      : [];
  });
  const isPaired = (each: RowRights) => paired.some((pair) => pair.includes(each));
  return [
    ...paired.flatMap(([before, after]) => rowFacts(id, before, after)),
    ...come
      .filter((each) => !isPaired(each))
      .map((each) => fact(isOwn(each) ? "access" : "held", "added", "rows", id, each.entity, [], { is: terms(each) })),
    ...gone.filter((each) => !isPaired(each)).map((each) => fact("access", "removed", "rows", id, each.entity, [], { was: terms(each) })),
  ];
}

const isOwn = (rows: RowRights) => nodes(rows).every(({ whose }) => RANKS.indexOf(whose) <= OWN);

/** Of two ways to see rows what differs, so that what is alike elsewhere is told together. */
function differing(was: RowRights, is: RowRights): { readonly was: unknown; readonly is: unknown } {
  const parts = (["whose", "visible", "where"] as const).filter((part) => !same(was[part], is[part]));
  const said = (rows: RowRights) => Object.fromEntries(parts.map((part) => [part, rows[part]]));
  return { was: said(was), is: said(is) };
}

const terms = ({ whose, visible, where }: RowRights) => ({ whose, visible, where });

const nodes = (rows: RowRights): RowRights[] => [rows, ...rows.of.flatMap(nodes)];

/** By entity, how far any page reaches. */
function reachOf({ modules }: RoleRights): ReadonlyMap<string, number> {
  const reach = new Map<string, number>();
  for (const { entity, whose } of Object.values(modules).flatMap(({ rows, beside }) => [rows, ...beside].flatMap(nodes)))
    reach.set(entity, Math.max(reach.get(entity) ?? 0, RANKS.indexOf(whose)));
  return reach;
}

const fieldsSeen = ({ modules }: RoleRights): ReadonlySet<string> =>
  new Set(Object.values(modules).flatMap(({ fields }) => Object.keys(fields)));
