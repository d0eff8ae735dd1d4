import type { PageChoices } from "../../../shared/protocol/page-choices.ts";
import { carriersOf } from "../../../shared/registry/rights/carriers.ts";
import { delegable, delegationsIn } from "../../../shared/registry/rights/delegable.ts";
import { badInput } from "../../base/params.ts";
import { profileOf, withOwnRights } from "../../base/viewer.ts";
import { readRights } from "../../engine/duties/read-rights.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { ok } from "../../http/envelope.ts";
import type { ModuleRoute } from "../../http/route.ts";
import type { QueryContext } from "../../query/context.ts";
import { functionTitle } from "../accounts/feature.ts";
import { ALL_PAGE } from "./pages.ts";

type Rights = ReadonlyMap<number, ReadonlySet<string>>;

/** What can be given on a page of delegations: one's own functions, and on that of administrators those of `absent` that the viewer holds, too. */
export const delegableCall: ModuleRoute = {
  path: "/Module/:mdl/Delegable",
  access: { function: "add" },
  handle: async ({ context, module, params }) => {
    if (module.entity !== delegationsIn(context.registry.entities)?.name) throw badInput("本页面没有委托");
    const own = withOwnRights(context.viewer).rights;
    return ok(choicesOf(context, module.id === ALL_PAGE ? await rightsOfColleague(context, own, params.absent ?? "") : own));
  },
};

/** What a user of the viewer's own company holds and the viewer, too; nothing of anybody else's. */
async function rightsOfColleague({ db, registry, viewer }: QueryContext, own: Rights, account: string): Promise<Rights> {
  const carriers = carriersOf(registry.entities);
  if (carriers === null) return new Map();
  const { users } = await readRights(sqlStore(db, viewer.shopId), registry, carriers);
  const found = [...users.values()].find((user) => user.account === account && user.supplier === viewer.provId);
  const both = (id: number, keys: ReadonlySet<string>) => new Set([...keys].filter((key) => own.get(id)?.has(key) === true));
  return new Map([...(found?.standing.rights ?? [])].map(([id, keys]) => [id, both(id, keys)]));
}

/** By group of the menu and page, in the words of its buttons. */
function choicesOf({ registry, viewer }: QueryContext, rights: Rights): PageChoices {
  const { modules } = profileOf(registry, viewer.shopId);
  const given = delegable(modules, registry, rights);
  const pagesOf = (ids: readonly number[]) =>
    ids.flatMap((id) => {
      const module = modules[id];
      const keys = [...(given.get(id) ?? [])];
      if (module === undefined || keys.length === 0) return [];
      const functions = keys.map((key) => ({ key, title: functionTitle(module, key, registry.functions) }));
      return [{ MdlId: id, title: module.entry.title, functions }];
    });
  return {
    groups: registry.groups
      .map(({ title, modules: entries }) => ({ title, modules: pagesOf(entries.map(({ id }) => id)) }))
      .filter((group) => group.modules.length > 0),
  };
}
