import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { isJudged } from "../lookup.ts";
import type { Carried, FieldType } from "../model.ts";
import type { Problem } from "../problem.ts";
import { CARRIERS, type Carrier, carrierOf, SIGN } from "../rights/carriers.ts";
import type { Check } from "./check.ts";

const WHAT: Readonly<Record<Carrier, string>> = { user: "users", group: "groups of users", grant: "what a group may do" };

/** What carries rights says each part of them once, by a field that can (docs/decisions/81). */
export const carriedRights: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => {
    const carrying = carryingFields(entity);
    const carrier = carrierOf(carrying.map(({ raw }) => raw.carries ?? null));
    if (!isJudged(entity) || carrying.length === 0) return [];
    if (entity.raw.view)
      return carrying.map(({ at }) => at.in("carries").onKey().problem(`"carries" means nothing here: ${entity.name} is a view`));
    return carrier === null
      ? carrying.flatMap(strayProblems)
      : [...fieldProblems(entity, carrier, carrying), ...missing(entity, carrier), ...visitorProblems(entity, carrier)];
  });

/** A field of an entity that carries no rights can at most say that it carries none. */
function strayProblems({ raw, at }: FieldInfo): Problem[] {
  if (raw.carries === "nothing") return [];
  const signs = Object.values(SIGN).join(", ");
  return [at.in("carries").problem(`no field of this entity carries ${signs}: it stores no rights`, 'say "carries": "nothing"')];
}

function fieldProblems(entity: EntityInfo, carrier: Carrier, carrying: readonly FieldInfo[]): Problem[] {
  const parts: Readonly<Partial<Record<Carried, readonly FieldType[]>>> = CARRIERS[carrier];
  const seen = new Set<Carried>();
  return carrying.flatMap(({ name, raw, at }) => {
    const { carries } = raw;
    if (carries === undefined || carries === "nothing") return [];
    const place = at.in("carries");
    const types = parts[carries];
    if (types === undefined) return [place.problem(`${entity.name} stores ${WHAT[carrier]}: none of its fields carries ${carries}`)];
    if (seen.has(carries)) return [place.problem(`two fields of ${entity.name} carry ${carries}: only one can`)];
    seen.add(carries);
    if (raw.computed !== undefined) return [place.onKey().problem(`only a stored field has "carries"; ${name} is not stored`)];
    return types.includes(raw.type) ? [] : [place.problem(`what carries ${carries} is ${types.join(", ")}; ${name} is ${raw.type}`)];
  });
}

/** Who is not signed in holds nothing, so there is nothing he could give. */
function visitorProblems({ name, raw, at }: EntityInfo, carrier: Carrier): Problem[] {
  if (raw.save?.visitor === undefined) return [];
  return [at.in("save", "visitor").onKey().problem(`${name} stores ${WHAT[carrier]}: no visitor may write it`)];
}

function missing(entity: EntityInfo, carrier: Carrier): Problem[] {
  const said = carryingFields(entity).map(({ raw }) => raw.carries);
  const left = Object.keys(CARRIERS[carrier]).filter((part) => !said.includes(part as Carried));
  if (left.length === 0) return [];
  return [
    entity.at
      .in("fields")
      .onKey()
      .problem(`${entity.name} stores ${WHAT[carrier]}: no field carries ${left.join(", ")}`),
  ];
}

/** Users, groups and what groups may do are stored in one place each: sign-in reads these, and only these are guarded. */
export const oneCarrier: Check = ({ entities, needs, base, sources: { registry } }) => {
  const [menu] = registry;
  return (Object.keys(SIGN) as Carrier[]).flatMap((carrier) => {
    const [first, ...others] = [...entities.values()].filter(
      (entity) => carrierOf(carryingFields(entity).map(({ raw }) => raw.carries ?? null)) === carrier,
    );
    // No profile says otherwise: what is said is looked for once.
    if (first === undefined)
      return needs && menu && base === undefined
        ? [menu.at.problem(`no entity says by "carries" that it stores ${WHAT[carrier]}: nobody could sign in`)]
        : [];
    return others.map((other) =>
      other.at.in("fields").onKey().problem(`${first.name} stores ${WHAT[carrier]} already: only one entity can`),
    );
  });
};

/** Whatever names a group of users says what it gives by that, and a page of rights writes what sign-in reads. */
export const namedGroups: Check = ({ entities, modules }) => {
  const carriers = new Map(
    [...entities.values()].map((entity) => [entity.name, carrierOf(carryingFields(entity).map(({ raw }) => raw.carries ?? null))]),
  );
  const groups = [...carriers].flatMap(([name, carrier]) => (carrier === "group" ? [name] : []));
  if (groups.length === 0) return [];
  return [
    ...[...entities.values()].flatMap(({ fields, raw: { view } }) =>
      [...fields.values()].flatMap(({ raw, at, name }) =>
        view || raw.to === undefined || !groups.includes(raw.to) || raw.carries !== undefined
          ? []
          : [at.problem(`${name} names a group of users and does not say whether it gives rights by that`, 'say "carries"')],
      ),
    ),
    ...modules.flatMap(({ raw, at }) =>
      raw.tree === undefined || !entities.has(raw.tree) || carriers.get(raw.tree) === "grant"
        ? []
        : [at.in("tree").problem(`${raw.tree} does not say by "carries" that it stores ${WHAT.grant}`)],
    ),
  ];
};

function carryingFields({ fields }: EntityInfo): FieldInfo[] {
  return [...fields.values()].filter(({ raw }) => raw.carries !== undefined);
}
