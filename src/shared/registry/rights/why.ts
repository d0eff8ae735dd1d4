/**
 * Why somebody may or may not do something: the words of the files that decide it, one by one, each with its place. Long on purpose:
 * one question, one chain, and the chain is read from top to bottom.
 */
import type { EntityInfo, ModuleInfo } from "../catalogue.ts";
import { type CheckContext, entryOf } from "../context.ts";
import { machinesOf } from "../machines.ts";
import type { Action, Audience, Entity, Module, Registry } from "../model.ts";
import type { Place } from "../place.ts";
import { audienceOf, fits } from "./audience.ts";
import { type ModuleRights, type RoleInProfile, registryOfRole, rightsMatrix } from "./matrix.ts";
import { rowsOfAction } from "./offered-actions.ts";
import { readableBy } from "./readable.ts";
import { sourcesOf, tellsSensitive } from "./sources.ts";

/** What is asked about a page: the page itself, the rows it shows, or a function key, a button or a field of it by name. */
export interface Question {
  readonly module: string;
  /** `page`, `rows`, or a name. */
  readonly what: string;
}

/** One word of the files, or one fact of the database, and what it does to what is asked. */
export interface Step {
  /** As the files call it: tenancy, visibleTo, audience, functions, functionSides, when, where, hide, sensitive … */
  readonly word: string;
  /** What it says, as data. */
  readonly says: unknown;
  /** allows: what it asks is so; refuses: it is not; limits: only for some rows; notes: decides nothing by itself. */
  readonly verdict: "allows" | "refuses" | "limits" | "notes";
  /** null: no file says it. */
  readonly at: { readonly file: string; readonly line: number; readonly column: number } | null;
}

/** The answer to a question, with every word that decides it. */
export interface Explanation {
  readonly may: boolean;
  readonly kind: "page" | "rows" | "action" | "function" | "field";
  readonly steps: readonly Step[];
}

/** Whom a question is about: his role, and what gave it to him. */
export interface Asked {
  readonly role: RoleInProfile;
  readonly profileName: string;
  /** What his group holds; null: the role is a whole side's. */
  readonly group: { readonly name: string; readonly isAll: boolean } | null;
}

/** Explains one right. null: the page, or what is asked of it, does not exist. */
export function explain(files: CheckContext, model: Registry, asked: Asked, { module: id, what }: Question): Explanation | null {
  const registry = registryOfRole(model, asked.role);
  const variant = files.variants.find(({ name }) => name === asked.profileName);
  const context = { ...files, entities: new Map([...files.entities, ...(variant?.entities ?? [])]) };
  const info = moduleInfo(context, id, asked.profileName);
  const entityInfo = context.entities.get(info?.raw.entity ?? "");
  const module = asked.role.profile.modules[id] ?? registry.modules[id];
  const entity = registry.entities[module?.entity ?? ""];
  if (!info || !entityInfo || !module || !entity) return null;
  const chain = new Chain(context, registry, asked, info, entityInfo, module, entity);
  if (what === "page") return chain.answer("page", chain.page());
  if (what === "rows") return chain.answer("rows", [...chain.page(), ...chain.rows()]);
  const action = module.actions.find(({ name, title }) => name === what || title === what);
  if (action) return chain.answer("action", [...chain.page(), ...chain.action(action), ...chain.rows()]);
  if (module.functions.includes(what)) return chain.answer("function", [...chain.page(), ...chain.functionKey(what)]);
  const [owner = "", name = ""] = what.includes(".") ? what.split(".") : [module.entity, what];
  return registry.entities[owner]?.fields[name]
    ? chain.answer("field", [...chain.page(), ...chain.field(owner, name), ...chain.rows()])
    : null;
}

/** The module of a menu line as the shops of a profile get it. */
function moduleInfo({ sources, modules, variants }: CheckContext, id: string, profile: string): ModuleInfo | undefined {
  const schema = entryOf(sources, id)?.schema;
  const patched = variants.find(({ name }) => name === profile)?.modules.get(id);
  return patched ?? modules.find((each) => each.schema === schema && each.patch === null);
}

class Chain {
  readonly #own: Audience;
  readonly #rights: ModuleRights | undefined;

  constructor(
    private readonly context: CheckContext,
    private readonly registry: Registry,
    private readonly asked: Asked,
    private readonly info: ModuleInfo,
    private readonly entityInfo: EntityInfo,
    private readonly module: Module,
    private readonly entity: Entity,
  ) {
    this.#own = audienceOf(asked.role);
    this.#rights = rightsMatrix(registry, asked.role).modules[String(module.id)];
  }

  answer(kind: Explanation["kind"], steps: readonly Step[]): Explanation {
    return { may: steps.every(({ verdict }) => verdict !== "refuses"), kind, steps };
  }

  /** The shop has the page, it is for the side, and the group holds it. */
  page(): Step[] {
    const { module, asked, info } = this;
    const isThere = asked.role.profile.modules[String(module.id)] !== undefined;
    const owner = module.entry.of;
    return [
      ...(owner === null ? [] : [step("of", owner, "notes", this.#menuLine().in("of"))]),
      ...(module.when === null ? [] : [step("when", module.when, isThere ? "allows" : "refuses", info.at.in("when"))]),
      step("audience", module.audience, fits(module.audience, this.#own) ? "allows" : "refuses", this.#said("audience")),
      this.#grant(),
    ];
  }

  #grant(): Step {
    const { asked, module } = this;
    const held = asked.role.rights.get(module.id);
    const says = { group: asked.group?.name ?? null, all: asked.group?.isAll ?? true, held: held === undefined ? [] : [...held].sort() };
    return { word: "functions", says, verdict: held === undefined ? "refuses" : "allows", at: null };
  }

  /** A key means something on the page, the side may hold it, and the group does. */
  functionKey(key: string): Step[] {
    const { module, asked, info } = this;
    const side = asked.role.side;
    const buttons = module.actions.flatMap((action, index) =>
      action.functionKey === key ? [{ action, at: info.at.in("actions", index) }] : [],
    );
    const sides = module.functionSides[key];
    return [
      ...buttons.map(({ action, at }) => step("audience", action.audience, fits(action.audience, this.#own) ? "allows" : "notes", at)),
      ...(buttons.length > 0 && !buttons.some(({ action }) => fits(action.audience, this.#own))
        ? [
            step(
              "functionSides",
              buttons.map(({ action }) => action.name),
              "refuses",
              info.at.in("actions"),
            ),
          ]
        : []),
      ...(sides === undefined || buttons.length > 0
        ? []
        : [step("functionSides", sides, sides.includes(side) ? "allows" : "refuses", this.entityInfo.at.in("states"))]),
      this.#heldKey(key),
    ];
  }

  #heldKey(key: string): Step {
    const isHeld = this.asked.role.rights.get(this.module.id)?.has(key) === true;
    return { word: "key", says: key, verdict: isHeld ? "allows" : "refuses", at: null };
  }

  /** The button is for the side, what it runs is, its key is held; and on which rows. */
  action(action: Action): Step[] {
    const { entity, module, info, asked } = this;
    const at = info.at.in("actions", module.actions.indexOf(action));
    const { from, when } = rowsOfAction(action, entity);
    const run = this.#transition(action.transition);
    const transition = entity.transitions[action.transition ?? ""];
    const rule = action.name === "create" || action.name === "edit" || action.name === "delete" ? entity.save[action.name] : undefined;
    const save = this.entityInfo.at.in("save", action.name);
    const { side } = asked.role;
    return [
      step("audience", action.audience, fits(action.audience, this.#own) ? "allows" : "refuses", at),
      ...(transition && run ? [step("by", transition.by, transition.by.includes(side) ? "allows" : "refuses", run.in("by"))] : []),
      ...(transition === undefined && action.open === null && rule !== undefined
        ? [step("save", rule?.by ?? null, rule?.by.includes(side) === true ? "allows" : "refuses", save)]
        : []),
      ...(action.open === null
        ? []
        : [step("open", action.open.module, asked.role.rights.has(action.open.module) ? "allows" : "refuses", at.in("open"))]),
      this.#heldKey(action.functionKey),
      ...(from === null || !run ? [] : [step("from", from, "limits", run.in("from"))]),
      ...(when === null ? [] : [step("when", when, "limits", (run ?? (rule ? save : at)).in("when"))]),
      ...[...(transition?.guards ?? rule?.guards ?? []).entries()].map(([index, { require }]) =>
        step("guards", require, "limits", (run ?? save).in("guards", index)),
      ),
    ];
  }

  #transition(name: string | null): Place | null {
    const found = machinesOf(this.entityInfo).flatMap(({ transitions }) => transitions);
    return found.find((each) => each.name === name)?.at ?? null;
  }

  /** Nothing keeps the field from the side, and something of the page shows it. */
  field(owner: string, name: string): Step[] {
    const { module, info, context, entity, registry, asked } = this;
    const key = `${owner}.${name}`;
    const readable = readableBy(asked.role, module, entity);
    const channels = this.#rights?.fields[key] ?? [];
    const fieldAt = context.entities.get(owner)?.fields.get(name)?.at;
    const hiding = [info.at, ...(owner === entity.name ? [this.entityInfo.at] : [])].map((at, index) => {
      const said = index === 0 ? info.raw.hide : this.entityInfo.raw.hide;
      const side = readable.audience;
      const hidden = said?.[side] ?? [];
      return hidden.includes(name) ? step("hide", hidden, "refuses", at.in("hide", side, hidden.indexOf(name))) : null;
    });
    const sources = [...sourcesOf(registry.entities, key)].slice(1);
    return [
      ...hiding.filter((each) => each !== null),
      ...this.#shownBy(name),
      ...(sources.length === 0 ? [] : [step("computed", sources, "notes", fieldAt ?? null)]),
      ...(tellsSensitive(registry.entities, key) ? [step("sensitive", true, "notes", fieldAt ?? null)] : []),
      { word: "channels", says: channels, verdict: channels.length > 0 ? "allows" : "refuses", at: null },
    ];
  }

  /** Where the page names a field. */
  #shownBy(name: string): Step[] {
    const { module, info } = this;
    const named = (part: "columns" | "filters", all: readonly { readonly field: string }[]) =>
      all.flatMap(({ field }, index) => (field === name ? [step(part, name, "notes", info.at.in(part, index))] : []));
    const filter = module.filters.find(({ field }) => field === name);
    const sections = module.sections.flatMap(({ title, fields }, index) =>
      fields.includes(name)
        ? [step("show", title, "notes", info.raw.show?.sections ? info.at.in("show", "sections", index) : this.entityInfo.at.in("show"))]
        : [],
    );
    const prints = module.prints.flatMap(({ template }) => {
      const doc = this.context.prints.get(template);
      return doc && JSON.stringify(doc.raw).includes(JSON.stringify(name)) ? [step("print", template, "notes", doc.at)] : [];
    });
    return [
      ...named("columns", module.columns),
      ...named("filters", module.filters),
      ...(filter && !fits(filter.audience, this.#own)
        ? [step("audience", filter.audience, "notes", info.at.in("filters", module.filters.indexOf(filter)))]
        : []),
      ...sections,
      ...prints,
    ];
  }

  /** Which rows the page shows him. */
  rows(): Step[] {
    const { entity, entityInfo, info, module, asked, context, registry } = this;
    const rights = this.#rights?.rows;
    const steps = (of: Entity, ofInfo: EntityInfo | undefined, whose: string | undefined): Step[] => [
      step(
        "tenancy",
        of.tenancy,
        whose === "nobody" ? "refuses" : of.tenancy === "global" ? "allows" : "limits",
        ofInfo?.at.in("tenancy") ?? null,
      ),
      ...(asked.role.side === "supplier" && of.tenancy === "shop"
        ? [step("supplierReads", of.supplierReads, of.supplierReads ? "allows" : "notes", ofInfo?.at.in("supplierReads") ?? null)]
        : []),
      ...(of.visibleTo[asked.role.side] === null
        ? []
        : [step("visibleTo", of.visibleTo[asked.role.side], "limits", ofInfo?.at.in("visibleTo", asked.role.side) ?? null)]),
    ];
    return [
      ...steps(entity, entityInfo, rights?.whose),
      ...(module.reach === "market" ? [step("reach", module.reach, "allows", info.at.in("reach"))] : []),
      ...(module.where === null ? [] : [step("where", module.where, "limits", info.at.in("where"))]),
      ...(rights?.of ?? []).flatMap(({ entity: name, whose }) => {
        const of = registry.entities[name];
        return of ? steps(of, context.entities.get(name), whose).map((each) => ({ ...each, word: `${name}.${each.word}` })) : [];
      }),
    ];
  }

  /** Where the page says something; where its archetype does, the name of the archetype. */
  #said(word: string): Place {
    const own = this.info.at.in(word);
    const like = this.info.at.in("like");
    return own.spot() === null && like.spot() !== null ? like : own;
  }

  #menuLine(): Place {
    const [menu] = this.context.sources.registry;
    const groups = menu?.raw.groups ?? [];
    const group = groups.findIndex(({ modules }) => modules.some(({ id }) => id === this.module.id));
    const line = groups[group]?.modules.findIndex(({ id }) => id === this.module.id) ?? 0;
    return (menu?.at ?? this.info.at).in("groups", group, "modules", line);
  }
}

function step(word: string, says: unknown, verdict: Step["verdict"], place: Place | null): Step {
  if (place === null) return { word, says, verdict, at: null };
  const { file, line, column } = place.problem("");
  return { word, says, verdict, at: { file, line, column } };
}
