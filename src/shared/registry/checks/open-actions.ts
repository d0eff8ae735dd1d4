import { asAction } from "../build/actions.ts";
import type { CheckContext, ModuleInfo } from "../context.ts";
import { entryOf } from "../context.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** A button that leads to another page leads somewhere; and only such a one says key and when. */
export const openActions: Check = (context) =>
  context.modules.flatMap((module) => (module.raw.actions ?? []).flatMap((_, index) => actionProblems(module, index, context)));

function actionProblems({ raw, at }: ModuleInfo, index: number, context: CheckContext): Problem[] {
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
  const target = context.modules.find((module) => module.schema === schema && module.patch === null);
  if (!target) return untitled;
  const creates = (target.raw.actions ?? []).some((action) => asAction(action).action === "create");
  const closed =
    open.page === "create" && !creates
      ? [place.in("open", "page").problem(`module ${open.module} creates nothing`, 'list "create" among its actions')]
      : [];
  return [...untitled, ...closed];
}
