import { addDays, dayOf } from "../../../shared/domain/day.ts";
import type { RightsResult, WhyResult } from "../../../shared/protocol/screen.ts";
import { type CheckContext, contextOf } from "../../../shared/registry/context.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { audienceOf } from "../../../shared/registry/rights/audience.ts";
import { rightsOf } from "../../../shared/registry/rights/held.ts";
import { rightsReport, roleText, stepText } from "../../../shared/registry/rights/report.ts";
import { type Asked, explain } from "../../../shared/registry/rights/why.ts";
import { faultText, titledText } from "../../../shared/registry/rights/words.ts";
import { readSources } from "../../../shared/registry/sources.ts";
import { accounts, askedOf, isOff } from "../../auth/account.ts";
import { badInput } from "../../base/params.ts";
import { profileOf } from "../../base/viewer.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { ok } from "../../http/envelope.ts";
import { required, requiredId } from "../../http/required.ts";
import type { ModuleCall, ModuleRoute } from "../../http/route.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";
import { audienceOfKind } from "./grantable.ts";

/** What the user, or the group, of a row may; with `module` only that page, and then with its columns. */
export const getRights: ModuleRoute = {
  path: "/Module/:mdl/GetRights",
  access: { function: "query" },
  handle: async (call) => {
    const { context, params } = call;
    const asked = await whoOf(call);
    const { module } = params;
    const pages = asked.faults.length > 0 ? [] : rightsReport(context.registry, asked.role, "zh", { module });
    return ok({
      role: roleText(audienceOf(asked.role), titledText(asked.profileName, asked.role.profile.title, "zh"), "zh"),
      group: asked.group?.name ?? "",
      faults: asked.faults.map((fault) => faultText(fault, "zh")),
      pages: module === undefined ? pages.map((page) => ({ ...page, fields: [] })) : pages,
    } satisfies RightsResult);
  },
};

/** Why he may or may not: `module` is the page, `what` is page, rows, or a function key, a button or a field of it. */
export const getWhy: ModuleRoute = {
  path: "/Module/:mdl/GetWhy",
  access: { function: "query" },
  handle: async (call) => {
    const { context, params, services } = call;
    const { registry } = context;
    const asked = await whoOf(call);
    const question = { module: required(params, "module"), what: required(params, "what") };
    const found = explain(contextFor(registry, services.registry.files()), registry, asked, question);
    if (found === null) throw badInput("参数 what：该页面没有这个功能、操作或字段");
    const steps = found.steps.map((step) => ({
      verdict: step.verdict,
      text: stepText(step, registry, "zh"),
      place: step.at === null ? "" : `${step.at.file}:${step.at.line}`,
    }));
    return ok({ may: found.may, steps } satisfies WhyResult);
  },
};

const contexts = new WeakMap<Registry, CheckContext>();

/** What the files of a registry say, with places: worked out once for each registry. */
function contextFor(registry: Registry, files: Parameters<typeof readSources>[0]): CheckContext {
  const known = contexts.get(registry);
  if (known) return known;
  const { context } = contextOf(readSources(files).sources, {});
  contexts.set(registry, context);
  return context;
}

/** Whom the row of a page of kind rights is about. */
async function whoOf(call: ModuleCall): Promise<Asked> {
  // guard key: tests/server/app/rights.test.ts
  if (call.module.page !== "rights") throw badInput("本页不是权限查询页");
  const id = requiredId(call.params, "id");
  return call.module.entity === "UserGroup" ? askedGroup(call, id) : askedUser(call, id);
}

type At = Pick<ModuleCall, "context" | "module" | "session">;

async function askedUser({ context, module }: At, id: number): Promise<Asked> {
  const { registry, db, viewer, now } = context;
  // Only who is a row of this page to the viewer.
  // guard scope as [{ USER_ID: "", GroupName: "" }]: tests/server/app/rights.test.ts
  const [row] = await readByIds(listPlan(context, module), [id], ["USER_ID", "GroupName"]);
  const account = await accounts(db, registry)
    .where("u.USER_ID", "=", String(row?.USER_ID ?? ""))
    .where("u.SHOP_ID", "=", viewer.shopId)
    .executeTakeFirstOrThrow();
  return askedOf(account, String(row?.GroupName ?? ""), registry, now);
}

async function askedGroup({ context, module, session }: At, id: number): Promise<Asked> {
  const { registry, db, viewer, now } = context;
  const plan = listPlan(context, module);
  const [group = {}] = await readByIds(plan, [id], ["UserKind", "allModules", "GroupName", "GroupId", "statu"]);
  const profile = profileOf(registry, viewer.shopId);
  const audience = audienceOfKind(String(group.UserKind));
  const rows = await sqlStore(db, viewer.shopId).find(entityOf(registry, "GroupModule"), { GroupId: String(group.GroupId) });
  const stored = rows.map(({ MdlId, Funcs }) => ({ MdlId: Number(MdlId), Funcs: String(Funcs ?? "") }));
  const isAll = group.allModules === true;
  const rights = rightsOf(profile.modules, audience, { allModules: isAll, grants: stored });
  // The group is of the viewer's own shop, and so is the contract.
  const { isout, lastoutday } = session.user;
  const contract = { end: lastoutday === null ? null : addDays(dayOf(now), lastoutday), isOver: isout === 0 };
  return {
    role: { side: audience === "supplier" ? "supplier" : "shop", isMall: audience === "mall", rights, profile, contract },
    profileName: profile.name,
    group: { name: String(group.GroupName ?? ""), isAll },
    faults: isOff(group.statu) ? ["group"] : [],
  };
}
