import { daysBetween, timeOf } from "../../../shared/domain/day.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { audienceOf } from "../../../shared/registry/rights/audience.ts";
import { carriersOf } from "../../../shared/registry/rights/carriers.ts";
import { delegable, functionsIn } from "../../../shared/registry/rights/delegable.ts";
import { pairsHeld } from "../../../shared/registry/rights/duties.ts";
import { mayGive } from "../../../shared/registry/rights/giving.ts";
import { profileOf } from "../../base/viewer.ts";
import { type KnownUser, readRights } from "../../engine/duties/read-rights.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type DelegationRow, DelegationStt } from "../../generated/entities.ts";
import { functionTitle } from "../accounts/feature.ts";
import { ALL_PAGE } from "./pages.ts";

const MOST_DAYS = 90;

type Begun = EffectContext<"Delegation">;
type Given = readonly { readonly module: number; readonly key: string }[];

/**
 * A delegation is written: by who goes away, or for him by an administrator who holds what he gives; to a colleague in use of the same
 * company, for days that have an end, of functions that he holds himself and that do not make two people's duties one's. The colleague is told.
 */
export async function beginDelegation(context: Begun): Promise<Partial<DelegationRow>> {
  const { row } = context;
  const { absent, delegate } = await people(context);
  checkDays(context);
  const given = functionsIn(row.Funcs ?? "");
  if (given === null) throw refuse("请勾选要委托的功能");
  checkGiver(context, absent, given);
  checkHeld(context, absent, given);
  await checkDuties(context, delegate, given);
  const Funcs = told(context, given);
  await createRow(context, entityOf(context.work.registry, "Message"), {
    side: absent.standing.side,
    provid: row.provid,
    USER_ID: delegate.account,
    entity: context.entity.name,
    bllid: String(row.Id),
    Billid: row.Billid,
    title: "您受委托代办业务",
    content: `${absent.name} 于 ${row.startdate} 至 ${row.enddate} 委托您代办：${Funcs}`.slice(
      0,
      entityOf(context.work.registry, "Message").fields.content?.length ?? undefined,
    ),
    sendtime: timeOf(context.work.now),
  });
  // What was ticked is kept for the program as it came, and for people in words.
  return { Funcs, FuncKeys: row.Funcs };
}

/** Both as they are now. Colleagues are of the same company and on the same side. */
async function people({ store, work, row }: Begun): Promise<{ readonly absent: KnownUser; readonly delegate: KnownUser }> {
  const carriers = carriersOf(work.registry.entities);
  const users = carriers === null ? [] : [...(await readRights(store, work.registry, carriers)).users.values()];
  const [absent, delegate] = [row.absent, row.delegate].map((account) => users.find((user) => user.account === account && user.isOn));
  if (absent === undefined || delegate === undefined) throw refuse("请假人和代理人都须是启用的用户");
  // guard key: tests/server/rights/delegates.test.ts
  if (absent.account === delegate.account) throw refuse("不能委托给自己");
  const isSame = (one: KnownUser, other: KnownUser) =>
    one.supplier === other.supplier && audienceOf(one.standing) === audienceOf(other.standing);
  const giver = users.find(({ account }) => account === work.actor.userId);
  // guard scope as false: tests/server/rights/delegates.test.ts
  if (giver === undefined || !isSame(absent, delegate) || !isSame(absent, giver)) throw refuse("只能在同一企业的用户之间委托");
  return { absent, delegate };
}

function checkDays({ row }: Begun): void {
  const days = daysBetween(row.startdate ?? "", row.enddate ?? "") + 1;
  // guard check: tests/server/rights/delegates.test.ts
  if (days > MOST_DAYS) throw refuse(`委托最长 ${MOST_DAYS} 天，现在是 ${days} 天`);
}

/** For somebody else only an administrator does it: not to himself, and no more than he holds (docs/decisions/81). */
function checkGiver({ work, row }: Begun, absent: KnownUser, given: Given): void {
  const { viewer, actor, moduleId, registry } = work;
  if (absent.account === actor.userId) return;
  // guard key: tests/server/rights/delegates.test.ts
  if (moduleId !== ALL_PAGE || viewer === undefined) throw new ApiError(CODE.forbidden, registry.messages.NOFUNC);
  // guard key: tests/server/rights/delegates.test.ts
  if (row.delegate === actor.userId) throw refuse("不能把他人的功能委托给自己，请由其他管理员办理");
  const { modules } = profileOf(registry, viewer.shopId);
  const giver = { ...viewer, rights: viewer.delegated?.own ?? viewer.rights };
  for (const { module: id, key } of given) {
    const module = modules[id];
    // guard key: tests/server/rights/delegates.test.ts
    if (module && !mayGive(giver, audienceOf(viewer), module, key))
      throw new ApiError(CODE.forbidden, `不能委托自己没有的权限：${module.entry.title}.${functionTitle(module, key, registry.functions)}`);
  }
}

/** Nothing that was given for a while is given on: what counts is what his group gives him. */
function checkHeld({ store, work }: Begun, absent: KnownUser, given: Given): void {
  const { modules } = profileOf(work.registry, store.shopId);
  const held = delegable(modules, work.registry, absent.standing.rights);
  const missing = given.find(({ module, key }) => held.get(module)?.has(key) !== true);
  if (missing === undefined) return;
  const module = modules[missing.module];
  const name =
    module === undefined ? String(missing.module) : `${module.entry.title}.${functionTitle(module, missing.key, work.registry.functions)}`;
  throw refuse(`${absent.name} 没有可委托的功能“${name}”`);
}

/** With all he has been given for these days he comes to hold no pair of functions that is two people's (docs/decisions/99). */
async function checkDuties({ store, work, entity, row }: Begun, { name, account, standing }: KnownUser, given: Given): Promise<void> {
  if (standing.side !== "shop") return;
  const { duties, modules } = profileOf(work.registry, store.shopId);
  const others = await store.find(entity, { delegate: account, stt: DelegationStt.granted });
  const meanwhile = others.filter(
    (other) => other.Id !== row.Id && (other.startdate ?? "") <= (row.enddate ?? "") && (other.enddate ?? "") >= (row.startdate ?? ""),
  );
  const rights = new Map(standing.rights);
  for (const { module, key } of [...given, ...meanwhile.flatMap(({ FuncKeys }) => functionsIn(FuncKeys ?? "") ?? [])])
    rights.set(module, new Set([...(rights.get(module) ?? []), key]));
  const had = new Set(pairsHeld(duties, modules, standing.rights).map((pair) => pair.name));
  const [pair] = pairsHeld(duties, modules, rights).filter((one) => !had.has(one.name));
  // guard key: tests/server/rights/delegates.test.ts
  if (pair === undefined) return;
  const [a, b] = [pair.a, pair.b].map(({ module, key }) => `${module.entry.title}.${functionTitle(module, key, work.registry.functions)}`);
  throw refuse(`职责须分开（${pair.duty.title}）：${name} 不能同时拥有${a}和${b}，请委托给另一人`);
}

/** By page, in the words of its buttons. */
function told({ store, work }: Begun, given: Given): string {
  const { modules } = profileOf(work.registry, store.shopId);
  const pages = [...new Set(given.map(({ module }) => module))].flatMap((id) => modules[id] ?? []);
  return pages
    .map((page) => {
      const keys = given.filter(({ module }) => module === page.id).map(({ key }) => functionTitle(page, key, work.registry.functions));
      return `${page.entry.title}：${keys.join("、")}`;
    })
    .join("；");
}
