import { profileOf } from "../../../../src/server/base/viewer.ts";
import type { Module, Registry } from "../../../../src/shared/registry/model.ts";
import type { Change, Outcome } from "../../../../src/shared/registry/plan/change.ts";
import type { Channel } from "../../../../src/shared/registry/rights/channel.ts";
import type { TestUser } from "../../app/fixtures/every-module.ts";
import { difference, type Part, type Served } from "./what-is-served.ts";

/*
 * Long on purpose: for every part of what is served, which words of a plan say that it comes or goes.
 */

/** A plan between two models, as it was kept when the second one was put in force. */
export interface Step {
  readonly changes: readonly Change[];
  readonly was: Registry;
  readonly is: Registry;
}

/** The parts that show what the matrix calls a channel. */
const CHANNEL_OF: Readonly<Partial<Record<Part, Channel>>> = {
  list: "list",
  filter: "filter",
  export: "export",
  "page fields": "page",
  preview: "preview",
  print: "print",
  form: "form",
  choice: "choice",
  todo: "todo",
  news: "news",
  statistics: "statistics",
  data: "data",
};
const PART_OF = Object.fromEntries(Object.entries(CHANNEL_OF).map(([part, channel]) => [channel, part])) as Readonly<
  Partial<Record<Channel, Part>>
>;

type Direction = "come" | "gone";
const VERBS: Readonly<Record<Direction, readonly string[]>> = {
  come: ["added", "widened", "changed"],
  gone: ["removed", "narrowed", "changed"],
};

/** What one user newly is served or no longer is on one page, and no line of the plan says; one line each. */
export function unsaid(step: Step, user: TestUser, id: string, was: Served, is: Served): string[] {
  return difference(renamed(was, step), is).flatMap(({ part, come, gone }) => [
    ...come.filter((name) => !isSaid(step, user, id, part, name, "come")).map((name) => `${part} ${name} comes unsaid`),
    ...gone.filter((name) => !isSaid(step, user, id, part, name, "gone")).map((name) => `${part} ${name} goes unsaid`),
  ]);
}

/** What the page with this id was called before, as the plan says. */
export const idBefore = ({ changes }: Pick<Step, "changes">, id: string): string =>
  String(changes.find(({ verb, at }) => verb === "renamed" && at.module === id && at.entity === undefined)?.was ?? id);

/** Names of before as the plan says they are called now. */
function renamed(was: Served, { changes }: Step): Served {
  const pages = changes.filter(({ verb, at }) => verb === "renamed" && at.module !== undefined && at.entity === undefined);
  const ids = new Map(pages.map(({ at, was: old }) => [String(old), at.module ?? ""]));
  const names = new Map(
    changes.flatMap(({ verb, at, was: old }) =>
      verb === "renamed" && at.field !== undefined && at.code === undefined ? [[`${at.entity}.${old}`, `${at.entity}.${at.field}`]] : [],
    ),
  );
  const now = (part: Part | "asked", name: string) => {
    if (part === "numbers") return name.replace(/^sum ([^=]+)/, (all, field) => (names.has(field) ? `sum ${names.get(field)}` : all));
    return (part === "page" ? ids.get(name) : names.get(name)) ?? name;
  };
  return new Map([...was].map(([part, found]) => [part, new Set([...found].map((name) => now(part, name)))]));
}

function isSaid(step: Step, user: TestUser, id: string, part: Part, name: string, direction: Direction): boolean {
  const own = outcomes(step, user, id);
  const says = (of: Outcome["of"], ...called: readonly (string | undefined)[]) =>
    own.some(
      ({ verb, outcome }) =>
        outcome.of === of &&
        VERBS[direction].includes(verb) &&
        (called.length === 0 || outcome.names.some((each) => called.includes(each))),
    );
  // With a page everything on it comes and goes.
  if (says("page")) return true;
  const pages = pagesOf(step, user, id);
  switch (part) {
    case "page":
      return false;
    case "functions":
      return (
        says("functions", name) ||
        says("actions", ...pages.flatMap(({ actions }) => titlesOf(actions, ({ functionKey }) => functionKey === name)))
      );
    case "actions":
      return says("actions", ...pages.flatMap(({ actions }) => titlesOf(actions, (action) => action.name === name)));
    case "writes":
      // A field that is new to all is told as one that is shown.
      return says("writes", name) || (isNew(step, name) && says("columns", name));
    case "todos":
      return says("todos", name);
    case "rows":
      return says("rows") || (name.includes(": /") && isChainSaid(step, user, id));
    case "numbers":
      return own.some(({ outcome }) => outcome.of === "rows") || isNumberSaid(step, id, pages, name, says);
    case "does":
      return says("rows") || isDoingSaid(step, user, pages, name, says);
    case "messages":
      return says("rows") || isDoingSaid(step, user, pages, name, says) || isMessageSaid(step, pages, name);
    default:
      // Of rows that are not there no value is seen, either.
      if (part === "choice" && says("rows", name.split(".")[0])) return true;
      if (part === "data" && isStampSaid(step, name)) return true;
      if (part === "news" && (says("rows") || isPartSaid(step, id, "news"))) return true;
      return own.some(
        ({ verb, outcome }) =>
          outcome.of === "columns" &&
          verb === (direction === "come" ? "added" : "removed") &&
          outcome.names.includes(name) &&
          (outcome.channels.includes(CHANNEL_OF[part] ?? "data") || part === "data"),
      );
  }
}

/** What a row gets by being opened: by a change of the transition that is run then. */
function isStampSaid({ changes, was, is }: Step, name: string): boolean {
  const [entity = ""] = name.split(".");
  const isStamped = [was, is].some(({ entities }) => (entities[entity]?.opened ?? null) !== null);
  return isStamped && changes.some(({ at }) => at.entity === entity && at.transition !== undefined);
}

/** The page as the user's shop had it, and as it has it. */
const pagesOf = ({ was, is }: Step, { shop }: TestUser, id: string) =>
  [was, is].flatMap((registry) => profileOf(registry, shop).modules[id] ?? []);

/** A document of another page in the chain: the rows of a page come or go by which it is read, or of one that leads to it. */
function isChainSaid(step: Step, user: TestUser, id: string): boolean {
  const chained = [step.was, step.is].flatMap((registry) =>
    Object.entries(profileOf(registry, user.shop).modules).filter(([, { entity }]) => registry.entities[entity]?.chain),
  );
  return chained.some(
    ([other]) => other !== id && outcomes(step, user, other).some(({ outcome: { of } }) => of === "rows" || of === "page"),
  );
}

const titlesOf = (actions: Module["actions"], isMeant: (action: Module["actions"][number]) => boolean) =>
  actions.filter(isMeant).map(({ title }) => title);

const isNew = ({ was }: Step, name: string) => {
  const [entity = "", field = ""] = name.split(".");
  return was.entities[entity]?.fields[field] === undefined;
};

const isPartSaid = ({ changes }: Step, id: string, ...parts: readonly string[]) =>
  changes.some(({ at, part }) => at.module === id && part !== null && parts.includes(part));

/** What stands in a field: by a change of the field, or of any other where it is made of others. */
function isValueSaid({ changes, was, is }: Step, entity: string, field: string): boolean {
  const isMade = [was, is].some(({ entities }) => {
    const { computed = null, derived = null } = entities[entity]?.fields[field] ?? {};
    return computed !== null || derived !== null || (entities[entity]?.view ?? null) !== null;
  });
  return changes.some(
    ({ at, outcome }) => outcome === undefined && at.field !== undefined && (isMade || (at.entity === entity && at.field === field)),
  );
}

/** A number (`source name=value`) is another one: by its rows, by what it is taken of, or as its page counts otherwise. */
function isNumberSaid(
  step: Step,
  id: string,
  pages: readonly Module[],
  name: string,
  says: (of: Outcome["of"], ...called: readonly (string | undefined)[]) => boolean,
): boolean {
  const [, source, called = ""] = /^(\w+) (.*?)=/.exec(name) ?? [];
  switch (source) {
    case "sum": {
      const [entity = "", field = ""] = called.split(".");
      return says("columns", called) || isPartSaid(step, id, "footer") || isValueSaid(step, entity, field);
    }
    case "todo":
      return says("todos", called) || isPartSaid(step, id, "todos");
    case "news":
      return isPartSaid(step, id, "news");
    case "card":
    case "chart": {
      const fields = pages.flatMap(({ entity, stats }) => [
        ...(stats?.cards ?? []).flatMap(({ title, measure }) => (title === called ? [[entity, measure.field ?? ""] as const] : [])),
        ...(stats?.charts ?? []).flatMap(({ title, by, measures }) =>
          title === called ? [by, ...measures.map(({ field }) => field ?? "")].map((field) => [entity, field] as const) : [],
        ),
      ]);
      return (
        isPartSaid(step, id, "stats") ||
        fields.some(([entity, field]) => says("columns", `${entity}.${field}`) || isValueSaid(step, entity, field))
      );
    }
    default:
      return false;
  }
}

/** What a message (`action/Id side: text`) says: by its own words, by the fields in it, or by what the plan says of messages to its side. */
function isMessageSaid({ changes }: Step, pages: readonly Module[], name: string): boolean {
  const entities = pages.map(({ entity }) => entity);
  const [, side = ""] = /^\S+ (\w+):/.exec(name) ?? [];
  return changes.some(({ at, part, outcome }) => {
    if (outcome) return outcome.of === "messages" && outcome.sides.some((each) => each === side || (each === "mall" && side === "shop"));
    return at.entity !== undefined && entities.includes(at.entity) && (part === "message" || at.field !== undefined);
  });
}

/** A change that is made or refused by its rules: those of the transition, of saving, of its fields, or a flag that they ask for. */
function isDoingSaid(
  { changes }: Step,
  { shop }: TestUser,
  pages: readonly Module[],
  name: string,
  says: (of: Outcome["of"], ...called: readonly (string | undefined)[]) => boolean,
): boolean {
  const [action = ""] = name.split("/");
  const entities = new Set(pages.flatMap(({ entity, lines }) => [entity, ...lines.map((each) => each.entity)]));
  const titles = pages.flatMap(({ actions }) => titlesOf(actions, (each) => each.name === action));
  const isSaving = action === "edit" || action === "delete";
  if (says("actions", ...titles) || (isSaving && says("writes"))) return true;
  return changes.some(({ class: kind, at, part }) => {
    if (kind !== "held" && kind !== "access") return false;
    if (at.shop !== undefined && at.shop !== shop) return false;
    if (part?.startsWith("flag ")) return true;
    if (at.entity === undefined || !entities.has(at.entity)) return false;
    return isSaving ? at.transition === undefined : at.transition === action || at.transition === undefined;
  });
}

/** What the plan says of the rights of a user's side in his shop on a page. */
function outcomes({ changes, was, is }: Step, { side, shop }: TestUser, id: string) {
  const [former, profile] = [was, is].map(({ shopProfiles }) => shopProfiles[shop] ?? "plain");
  return changes.flatMap(({ outcome, verb, class: kind }) => {
    if (!outcome?.sides.includes(side) || (outcome.modules.length > 0 && !outcome.modules.includes(id))) return [];
    // Of a shop that has another profile now only what names the shop is said.
    const isOfProfile = profile !== undefined && profile === former && outcome.profiles.includes(profile);
    const isHis = outcome.shops.length > 0 ? outcome.shops.includes(shop) : outcome.profiles.length === 0 || isOfProfile;
    return isHis ? [{ outcome, verb, kind }] : [];
  });
}

/** What a plan says of the rights of somebody who holds all that his side can hold, and the server does not do; one line each. */
export function untrue(step: Step, user: TestUser, id: string, was: Served, is: Served): string[] {
  const before = renamed(was, step);
  return outcomes(step, user, id).flatMap(({ outcome, verb }) => {
    const { of, names, channels } = outcome;
    const isOutOf = (part: Part, name: string) => {
      const [one, other] = [before.get(part), is.get(part)];
      if (!one || !other || !canBeSeen(verb === "added" ? is : before, part, name)) return false;
      return verb === "added" ? one.has(name) || !other.has(name) : !one.has(name) || other.has(name);
    };
    const told = (wrong: boolean, what: string) => (wrong ? [`${what} is said to be ${verb}, and is not`] : []);
    if (of === "page") return told(isOutOf("page", id), "the page");
    if (of === "functions") return names.flatMap((name) => told(isOutOf("functions", name), `function ${name}`));
    if (of === "todos") return names.flatMap((name) => told(isOutOf("todos", name), `to-do ${name}`));
    if (of === "writes") return names.flatMap((name) => told(isOutOf("writes", name), `writing ${name}`));
    if (of === "actions" && verb !== "changed")
      return names.flatMap((title) => {
        const [action] = pagesOf(step, user, id).flatMap(({ actions }) => actions.filter((each) => each.title === title));
        return told(action !== undefined && isOutOf("actions", action.name), `button ${title}`);
      });
    if (of === "columns")
      return names.flatMap((name) =>
        channels.flatMap((channel) => {
          const part = PART_OF[channel];
          return part === undefined ? [] : told(isOutOf(part, name), `${name} in ${channel}`);
        }),
      );
    if (of !== "rows" || (verb !== "widened" && verb !== "narrowed")) return [];
    const rows = difference(before, is).find(({ part }) => part === "rows");
    const wrong = (verb === "widened" ? rows?.gone : rows?.come) ?? [];
    const isAlone = outcomes(step, user, id).every((other) => other.outcome.of !== "rows" || other.verb === verb);
    return isAlone && wrong.length > 0 ? [`rows are said to be ${verb}: ${wrong.join(", ")}`] : [];
  });
}

/** Whether a field would be seen where it is shown: among choices if there are some, in news if somebody's row holds it. */
function canBeSeen(served: Served, part: Part, name: string): boolean {
  if (part === "choice")
    return [...(served.get("rows") ?? []), ...(served.get("asked") ?? [])].some((row) => row.startsWith(`${name.split(".")[0]}=`));
  return part !== "news" || served.get("news")?.size === 0;
}
