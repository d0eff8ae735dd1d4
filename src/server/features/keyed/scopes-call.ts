import type { PageChoices } from "../../../shared/protocol/page-choices.ts";
import { badInput } from "../../base/params.ts";
import { withOwnRights } from "../../base/viewer.ts";
import { ok } from "../../http/envelope.ts";
import type { ModuleRoute } from "../../http/route.ts";
import type { QueryContext } from "../../query/context.ts";
import { type ActsOfPage, actsOf } from "./key/acts.ts";
import { eventsOf } from "./push/events.ts";

/** What may be ticked, by the entity whose form asks. */
const TICKED: Readonly<Record<string, (ctx: QueryContext) => readonly ActsOfPage[]>> = {
  ApiKey: ({ registry, viewer }) => actsOf(registry, withOwnRights(viewer)),
  PushHook: ({ registry, viewer }) => eventsOf(registry, withOwnRights(viewer)),
};

/** What may be opened to programs on a page of keys or subscriptions: what the viewer may do himself. */
export const scopesCall: ModuleRoute = {
  path: "/Module/:mdl/Scopes",
  access: { function: "add" },
  handle: async ({ context, module }) => {
    const ticked = TICKED[module.entity];
    if (ticked === undefined) throw badInput("本页面没有可开放的数据");
    return ok(choicesOf(context, ticked(context)));
  },
};

/** By group of the menu and page. */
function choicesOf({ registry }: QueryContext, pages: readonly ActsOfPage[]): PageChoices {
  const ofGroup = (id: number) => pages.filter(({ module }) => module.entry.groupId === id);
  return {
    groups: registry.groups
      .map(({ id, title }) => ({
        title,
        modules: ofGroup(id).map(({ module, acts }) => ({
          MdlId: module.id,
          title: module.entry.title,
          functions: acts.map(({ name, title: label }) => ({ key: name, title: label })),
        })),
      }))
      .filter(({ modules }) => modules.length > 0),
  };
}
