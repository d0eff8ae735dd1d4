import { asAction, isLink } from "../build/actions.ts";
import type { ModuleInfo } from "../catalogue.ts";
import { type CheckContext, entryOf } from "../context.ts";
import { entries } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** Nothing can be done to the rows of a view. */
export const viewActions: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) =>
    entity?.raw.view
      ? entries(raw.actions, "action", at.in("actions"))
          .filter((_, index) => !isLink(raw.actions?.[index]))
          .map((action) => action.at.problem(`${entity.name} is a view: there is no action "${action.name}" on its rows`))
      : [],
  );

const WAYS = ["create", "edit", "delete"] as const;

/** A button that writes rows is one that the entity lets somebody of the page press. */
export const saveActions: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) => {
    if (!entity || entity.raw.view) return [];
    return (raw.actions ?? []).flatMap((entry, index) => {
      const { action, audience = raw.audience } = asAction(entry);
      const way = WAYS.find((each) => each === action);
      if (way === undefined) return [];
      const by = entity.raw.save?.[way]?.by;
      const place = at.in("actions", index);
      if (by === undefined) return [place.problem(`nobody may ${way} a row of ${entity.name}`, `say "save": {"${way}": …} there`)];
      const isPressed = audience.some((side) => by.includes(side === "supplier" ? "supplier" : "shop"));
      return isPressed ? [] : [place.problem(`dead button: "${way}" is for ${by.join(" and ")}, but here for ${audience.join(" and ")}`)];
    });
  });

/** A page starts a job only where its entity has one. */
export const jobActions: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) =>
    (raw.actions ?? []).flatMap((entry, index) => {
      if (!entity || asAction(entry).action !== "generate" || entity.raw.job !== undefined) return [];
      return [at.in("actions", index).problem(`nothing makes rows of ${entity.name} for a period`, 'say "job" there')];
    }),
  );

/** A button that leads to another page leads somewhere; and only such a one says key and when. */
export const openActions: Check = (context) =>
  context.modules.flatMap((module) => (module.raw.actions ?? []).flatMap((_, index) => openProblems(module, index, context)));

function openProblems({ raw, at }: ModuleInfo, index: number, context: CheckContext): Problem[] {
  const entry = raw.actions?.[index];
  const place = at.in("actions", index);
  if (entry === undefined) return [];
  const { open, key, when, title } = asAction(entry);
  if (open === undefined) {
    const idle = Object.entries({ key, when }).filter(([, value]) => value !== undefined);
    return idle.map(([word]) => place.in(word).onKey().problem(`"${word}" is for a button with "open"; a transition says its own`));
  }
  const untitled = title === undefined ? [place.problem('a button with "open" needs a "title"')] : [];
  const schema = entryOf(context.sources, String(open.module))?.schema;
  if (schema === undefined && context.sources.registry.length === 0) return untitled;
  if (schema === undefined) return [...untitled, place.in("open", "module").problem(`modules.json has no module ${open.module}`)];
  const target = context.pageOf(schema);
  if (!target) return untitled;
  const creates = (target.raw.actions ?? []).some((action) => asAction(action).action === "create");
  const closed =
    open.action === "create" && !creates
      ? [place.in("open", "action").problem(`module ${open.module} creates nothing`, 'list "create" among its actions')]
      : [];
  return [...untitled, ...closed];
}
