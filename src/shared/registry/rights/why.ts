/**
 * Why somebody may or may not do something: the words of the files that decide it, one by one, each with its place. Long on purpose:
 * one question, one chain, and the chain is read from top to bottom.
 */
import type { EntityInfo, ModuleInfo } from "../catalogue.ts";
import { type CheckContext, entryOf } from "../context.ts";
import { machinesOf } from "../machines.ts";
import type { Action, Audience, Entity, Module, Registry } from "../model.ts";
import type { Place } from "../place.ts";
import { PLAIN } from "../profile-flags.ts";
import { audienceOf, fits, type RoleInProfile } from "./audience.ts";
import { openAddresses, pageRefusal } from "./contract.ts";
import { type ModuleRights, registryOfRole, rightsOn } from "./matrix.ts";
import { rowsOfAction } from "./offered-actions.ts";
import { readableBy } from "./readable.ts";
import { sourcesOf, tellsSensitive } from "./sources.ts";

/** What is asked about a page: the page itself, the rows it shows, or a function key, a button or a field of it by name. */
export interface Question {
  readonly module: string;
  /** `page`, `rows`, or a name. One that means several is told by what it shall be: `action:audit`, `function:audit`, `field:audit`. */
  readonly what: string;
}

/** As the files call what decides; `statu`, `functions`, `key` and `channels` are facts of the database and of what follows. */
export type RightsWord =
  | "statu"
  | "of"
  | "when"
  | "audience"
  | "contractGuard"
  | "allowPaths"
  | "functions"
  | "functionSides"
  | "key"
  | "by"
  | "save"
  | "open"
  | "from"
  | "guards"
  | "hide"
  | "columns"
  | "filters"
  | "show"
  | "print"
  | "computed"
  | "sensitive"
  | "channels"
  | "tenancy"
  | "supplierReads"
  | "visibleTo"
  | "reach"
  | "where";

/** One word of the files, or one fact of the database, and what it does to what is asked. */
export interface Step {
  readonly word: RightsWord;
  /** What it says, as data. */
  readonly says: unknown;
  /** allows: what it asks is so; refuses: it is not; limits: only for some rows; notes: decides nothing by itself. */
  readonly verdict: "allows" | "refuses" | "limits" | "notes";
  /** The entity whose fields it is about; `ofOther`: it is not the page's own, as of the rows that a view is made of. */
  readonly entity: string;
  readonly ofOther: boolean;
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
  /** What keeps him from signing in: then he may do nothing, whatever he holds. */
  readonly faults: readonly SignInFault[];
}

/** What is stopped: the user, his shop, his group, his supplier; `kind`: his kind of user contradicts the supplier he is of, or has not. */
export const SIGN_IN_FAULTS = ["user", "shop", "group", "supplier", "kind"] as const;
export type SignInFault = (typeof SIGN_IN_FAULTS)[number];

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
  const [only, said] = meaningOf(what);
  const isMeant = (kind: Named) => only === null || only === kind;
  if (what === "page") return chain.answer("page", chain.page());
  if (what === "rows") return chain.answer("rows", [...chain.page(), ...chain.rows()]);
  const action = module.actions.find(({ name, title }) => name === said || title === said);
  if (action && isMeant("action")) return chain.answer("action", [...chain.page(), ...chain.action(action), ...chain.rows()]);
  if (module.functions.includes(said) && isMeant("function"))
    return chain.answer("function", [...chain.page(), ...chain.functionKey(said)]);
  const [owner = "", name = ""] = said.includes(".") ? said.split(".") : [module.entity, said];
  return registry.entities[owner]?.fields[name] && isMeant("field")
    ? chain.answer("field", [...chain.page(), ...chain.field(owner, name), ...chain.rows()])
    : null;
}

type Named = "action" | "function" | "field";

/** What a name shall be, null: whatever there is; and the name. */
function meaningOf(what: string): readonly [only: Named | null, name: string] {
  const [, only = null, name = what] = /^(action|function|field):(.+)$/.exec(what) ?? [];
  return [only as Named | null, name];
}

/** The module of a menu line as the shops of a profile get it. */
function moduleInfo({ sources, modules, variants }: CheckContext, id: string, profile: string): ModuleInfo | undefined {
  const schema = entryOf(sources, id)?.schema;
  const patched = variants.find(({ name }) => name === profile)?.modules.get(id);
  return patched ?? modules.find((each) => each.schema === schema && each.patch === null);
}

class Chain {
  readonly #own: Audience;

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
  }

  get #rights(): ModuleRights | null {
    return rightsOn(this.registry, this.asked.role, this.module);
  }

  answer(kind: Explanation["kind"], steps: readonly Step[]): Explanation {
    return { may: steps.every(({ verdict }) => verdict !== "refuses"), kind, steps };
  }

  /** He can sign in, the shop has the page, it is for the side, the shop's contract leaves it open, and the group holds it. */
  page(): Step[] {
    const { module, asked, info } = this;
    const isThere = asked.role.profile.modules[String(module.id)] !== undefined;
    const owner = module.entry.of;
    return [
      ...asked.faults.map((fault) => this.#step("statu", fault, "refuses")),
      ...(owner === null ? [] : [this.#step("of", owner, "notes", this.#menuLine().in("of"))]),
      ...(module.when === null ? [] : [this.#step("when", module.when, isThere ? "allows" : "refuses", info.at.in("when"))]),
      this.#step("audience", module.audience, fits(module.audience, this.#own) ? "allows" : "refuses", this.#said("audience")),
      ...this.#contract(),
      this.#grant(),
    ];
  }

  /** What an ended contract leaves open, where the profile guards that. */
  #contract(): Step[] {
    const { asked, registry, module, context } = this;
    const { profile, side, contract } = asked.role;
    if (contract === null || openAddresses(registry, profile, side, contract.isOver) === null) return [];
    const isClosed = pageRefusal(registry, asked.role, module.id) === "contractEnded";
    const said = (flag: string): Place | null => {
      const overlays = context.sources.overlay.filter(({ raw }) => [PLAIN, ...profile.of].includes(raw.name) && flag in raw.flags);
      const own = overlays.findLast(({ raw }) => raw.name !== PLAIN) ?? overlays[0];
      return own?.at.in("flags", flag) ?? null;
    };
    return [
      this.#step("contractGuard", contract.end, "notes", said("contractGuard")),
      this.#step("allowPaths", module.entry.path, isClosed ? "refuses" : "allows", said("allowPaths")),
    ];
  }

  #grant(): Step {
    const { asked, module } = this;
    const held = asked.role.rights.get(module.id);
    const says = { group: asked.group?.name ?? null, all: asked.group?.isAll ?? true, held: held === undefined ? [] : [...held].sort() };
    return this.#step("functions", says, held === undefined ? "refuses" : "allows");
  }

  /** A key means something on the page, the side may hold it, and the group does. */
  functionKey(key: string): Step[] {
    const { module, asked, info } = this;
    const side = asked.role.side;
    // A page of another module is held with that one, whatever its own buttons say.
    if (module.entry.of !== null) return [this.#heldKey(key)];
    const buttons = module.actions.flatMap((action, index) =>
      action.functionKey === key ? [{ action, at: info.at.in("actions", index) }] : [],
    );
    const sides = module.functionSides[key];
    return [
      ...buttons.map(({ action, at }) =>
        this.#step("audience", action.audience, fits(action.audience, this.#own) ? "allows" : "notes", at),
      ),
      ...(buttons.length > 0 && !buttons.some(({ action }) => fits(action.audience, this.#own))
        ? [
            this.#step(
              "functionSides",
              buttons.map(({ action }) => action.name),
              "refuses",
              info.at.in("actions"),
            ),
          ]
        : []),
      ...(sides === undefined || buttons.length > 0
        ? []
        : [this.#step("functionSides", sides, sides.includes(side) ? "allows" : "refuses", this.entityInfo.at.in("states"))]),
      this.#heldKey(key),
    ];
  }

  #heldKey(key: string): Step {
    const isHeld = this.asked.role.rights.get(this.module.id)?.has(key) === true;
    return this.#step("key", key, isHeld ? "allows" : "refuses");
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
      this.#step("audience", action.audience, fits(action.audience, this.#own) ? "allows" : "refuses", at),
      ...(transition && run ? [this.#step("by", transition.by, transition.by.includes(side) ? "allows" : "refuses", run.in("by"))] : []),
      ...(transition === undefined && action.open === null && rule !== undefined
        ? [this.#step("save", rule?.by ?? null, rule?.by.includes(side) === true ? "allows" : "refuses", save)]
        : []),
      ...(action.open === null
        ? []
        : [this.#step("open", action.open.module, asked.role.rights.has(action.open.module) ? "allows" : "refuses", at.in("open"))]),
      this.#heldKey(action.functionKey),
      ...(from === null || !run ? [] : [this.#step("from", from, "limits", run.in("from"))]),
      ...(when === null ? [] : [this.#step("when", when, "limits", (run ?? (rule ? save : at)).in("when"))]),
      ...[...(transition?.guards ?? rule?.guards ?? []).entries()].map(([index, guard]) =>
        this.#step("guards", guard, "limits", (run ?? save).in("guards", index)),
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
      return hidden.includes(name) ? this.#step("hide", hidden, "refuses", at.in("hide", side, hidden.indexOf(name))) : null;
    });
    const sources = [...sourcesOf(registry.entities, key)].slice(1);
    return [
      ...hiding.filter((each) => each !== null),
      ...this.#shownBy(name),
      ...(sources.length === 0 ? [] : [this.#step("computed", sources, "notes", fieldAt ?? null)]),
      ...(tellsSensitive(registry.entities, key) ? [this.#step("sensitive", true, "notes", fieldAt ?? null)] : []),
      this.#step("channels", channels, channels.length > 0 ? "allows" : "refuses"),
    ];
  }

  /** Where the page names a field. */
  #shownBy(name: string): Step[] {
    const { module, info } = this;
    const named = (part: "columns" | "filters", all: readonly { readonly field: string }[]) =>
      all.flatMap(({ field }, index) => (field === name ? [this.#step(part, name, "notes", info.at.in(part, index))] : []));
    const filter = module.filters.find(({ field }) => field === name);
    const sections = module.sections.flatMap(({ title, fields }, index) =>
      fields.includes(name)
        ? [this.#step("show", title, "notes", info.raw.sections ? info.at.in("sections", index) : this.entityInfo.at.in("sections"))]
        : [],
    );
    const prints = module.prints.flatMap(({ template }) => {
      const doc = this.context.prints.get(template);
      return doc && JSON.stringify(doc.raw).includes(JSON.stringify(name)) ? [this.#step("print", template, "notes", doc.at)] : [];
    });
    return [
      ...named("columns", module.columns),
      ...named("filters", module.filters),
      ...(filter && !fits(filter.audience, this.#own)
        ? [this.#step("audience", filter.audience, "notes", info.at.in("filters", module.filters.indexOf(filter)))]
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
      this.#step(
        "tenancy",
        of.tenancy,
        whose === "nobody" ? "refuses" : of.tenancy === "global" ? "allows" : "limits",
        ofInfo?.at.in("tenancy"),
        of.name,
      ),
      ...(asked.role.side === "supplier" && of.tenancy === "shop"
        ? [this.#step("supplierReads", of.supplierReads, of.supplierReads ? "allows" : "notes", ofInfo?.at.in("supplierReads"), of.name)]
        : []),
      ...(of.visibleTo[asked.role.side] === null
        ? []
        : [this.#step("visibleTo", of.visibleTo[asked.role.side], "limits", ofInfo?.at.in("visibleTo", asked.role.side), of.name)]),
    ];
    return [
      ...steps(entity, entityInfo, rights?.whose),
      ...(module.reach === "market" ? [this.#step("reach", module.reach, "allows", info.at.in("market"))] : []),
      ...(module.where === null ? [] : [this.#step("where", module.where, "limits", info.at.in("where"))]),
      ...(rights?.of ?? []).flatMap(({ entity: name, whose }) => {
        const of = registry.entities[name];
        return of ? steps(of, context.entities.get(name), whose) : [];
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

  #step(word: RightsWord, says: unknown, verdict: Step["verdict"], place: Place | null = null, entity = this.entity.name): Step {
    const ofOther = entity !== this.entity.name;
    if (place === null) return { word, says, verdict, entity, ofOther, at: null };
    const { file, line, column } = place.problem("");
    return { word, says, verdict, entity, ofOther, at: { file, line, column } };
  }
}
