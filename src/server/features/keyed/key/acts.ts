import type { Audience, Entity, Module, Registry } from "../../../../shared/registry/model.ts";
import { audienceOf, fits, functionsOf, type Role } from "../../../../shared/registry/rights/audience.ts";
import { profileOf } from "../../../base/viewer.ts";

/** What a program does on a page: brings rows in, takes rows out, or has what it brings go through a transition, by its name. */
export const [IN, OUT] = ["in", "out"] as const;

/** Something that a key may allow on a page (docs/decisions/112). */
export interface Act {
  readonly name: string;
  readonly title: string;
  /** The functions of the page that it takes: all of them. */
  readonly functions: readonly string[];
  /** Functions that come with it where they are held. */
  readonly along: readonly string[];
}

/** A page with what keys may allow there. */
export interface ActsOfPage {
  readonly module: Module;
  readonly entity: Entity;
  readonly acts: readonly Act[];
}

/** Everything that keys of a shop, or of a mall, may allow at all, in the order of the menu. */
export function allActs(registry: Registry, shopId: string, own: Audience): ActsOfPage[] {
  const { modules } = profileOf(registry, shopId);
  const entries = registry.groups.flatMap((group) => group.modules);
  return entries.flatMap(({ id }) => {
    const module = modules[id];
    const entity = registry.entities[module?.entity ?? ""];
    if (module === undefined || entity === undefined || module.entry.of !== null || !fits(module.audience, own)) return [];
    const acts = [...bringing(module, entity, own), ...taking(module, entity, own)];
    return acts.length === 0 ? [] : [{ module, entity, acts }];
  });
}

/** Of these acts what somebody may do, and so may allow. */
function actsHeld(all: readonly ActsOfPage[], rights: Role["rights"]): ActsOfPage[] {
  return all.flatMap(({ module, entity, acts }) => {
    const held = acts.filter(({ functions }) => functions.every((key) => rights.get(module.id)?.has(key) === true));
    return held.length === 0 ? [] : [{ module, entity, acts: held }];
  });
}

/** The acts that somebody of a shop may allow: what he may do himself (docs/decisions/81). */
export const actsOf = (registry: Registry, role: Role & { readonly shopId: string }): ActsOfPage[] =>
  actsHeld(allActs(registry, role.shopId, audienceOf(role)), role.rights);

/** Rows are brought in by whoever may import them; what of the form's buttons is held goes along. Each transition is a right of its own. */
function bringing({ actions }: Module, { import: word }: Entity, own: Audience): Act[] {
  const offered = actions.filter(({ audience, open }) => open === null && fits(audience, own));
  const keysOf = (...names: readonly string[]) =>
    offered.filter(({ name, transition }) => transition === null && names.includes(name)).map(({ functionKey }) => functionKey);
  const [importing] = keysOf("import");
  if (importing === undefined || word === null) return [];
  const next = word.next.flatMap((name): Act[] => {
    const button = offered.find(({ transition }) => transition === name);
    return button === undefined ? [] : [{ name, title: `送入后${button.title}`, functions: [button.functionKey], along: [] }];
  });
  return [{ name: IN, title: "送入", functions: ["query", importing], along: keysOf("create", "edit") }, ...next];
}

/** Rows that are somebody's own and are told apart by a key can be followed. */
function taking(module: Module, { view, tenancy }: Entity, own: Audience): Act[] {
  const isOwn = view === null && (tenancy === "shop" || tenancy === "shop+supplier");
  const mayLeave = module.page === "list" && functionsOf(module, own).includes("export");
  // A page that looks into the shops of a market is for people.
  const isOfShop = module.reach === "shop";
  return isOwn && mayLeave && isOfShop ? [{ name: OUT, title: "取出", functions: ["query", "export"], along: [] }] : [];
}
