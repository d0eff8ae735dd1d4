import { profileOf } from "../../server/base/viewer.ts";
import { audienceOfKind } from "../../server/features/accounts/grantable.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { rightsOf } from "../../shared/registry/rights/held.ts";
import type { Random } from "../random.ts";
import { dayAt, entityIn, type ShopWorld, streamIn } from "../world.ts";

const DAYS = 30;
const A_DAY = 20;
/** Pages people open first; others now and then. */
const FAVOURITES: readonly number[] = [8901, 8902, 902, 510, 8906, 8908, 503, 514, 901, 8905, 601, 105];

interface Visitor {
  readonly user: Row;
  readonly modules: readonly number[];
}

/** Who used which page on the last thirty days, twenty entries a day; users learn when they were here last. */
export async function makeUsage(world: ShopWorld): Promise<void> {
  const visitors = await visitorsOf(world);
  const names = new Map((await world.store.find(entityIn(world, "Provider"), {})).map(({ provid, Provider }) => [provid, Provider]));
  const last = new Map<string, string>();
  const rows: Row[] = [];
  for (let day = 0; day < DAYS; day++) {
    const random = streamIn(world, "UsageLog", day);
    for (const { user, MdlId } of visitsOf(random, visitors)) {
      const lasttime = `${dayAt(world, day - DAYS)} ${String(random.int(8, 19)).padStart(2, "0")}:${random.int(10, 59)}:${random.int(10, 59)}`;
      const visits = random.int(1, 12);
      rows.push({
        USER_ID: user.USER_ID ?? null,
        UsrName: user.UsrName ?? null,
        provid: user.PROV_ID ?? null,
        Provider: names.get(user.PROV_ID ?? null) ?? null,
        MdlId,
        title: world.registry.modules[String(MdlId)]?.entry.title ?? null,
        busdate: lasttime.slice(0, 10),
        visits,
        seconds: visits * random.int(15, 180),
        lasttime,
      });
      const known = last.get(String(user.USER_ID)) ?? "";
      if (lasttime > known) last.set(String(user.USER_ID), lasttime);
    }
  }
  await world.store.insert(entityIn(world, "UsageLog"), rows);
  for (const [USER_ID, lastlogin] of last) await world.store.update(entityIn(world, "User"), { USER_ID }, { lastlogin });
}

/** Users who may sign in and see anything. */
async function visitorsOf(world: ShopWorld): Promise<Visitor[]> {
  const { modules } = profileOf(world.registry, world.plan.id);
  const groups = new Map((await world.store.find(entityIn(world, "UserGroup"), {})).map((group) => [group.GroupId, group]));
  const grants = await world.store.find(entityIn(world, "GroupModule"), {});
  const visitors: Visitor[] = [];
  for (const user of await world.store.find(entityIn(world, "User"), { statu: 1 })) {
    const held = grants.filter(({ GroupId }) => GroupId === user.GroupId);
    const stored = {
      allModules: groups.get(user.GroupId ?? null)?.allModules === true,
      grants: held.map(({ MdlId, Funcs }) => ({ MdlId: Number(MdlId), Funcs: String(Funcs ?? "") })),
    };
    const rights = rightsOf(modules, audienceOfKind(String(user.UserKind)), stored);
    const pages = [...rights.keys()].filter((id) => modules[id]?.entry.of === null);
    if (pages.length > 0) visitors.push({ user, modules: pages });
  }
  return visitors;
}

/** One entry for each user and page. */
function visitsOf(random: Random, visitors: readonly Visitor[]): { readonly user: Row; readonly MdlId: number }[] {
  const visits = new Map<string, { readonly user: Row; readonly MdlId: number }>();
  while (visits.size < A_DAY) {
    const { user, modules } = random.pick(visitors);
    const liked = modules.filter((id) => FAVOURITES.includes(id));
    const MdlId = random.pick(liked.length > 0 && random.chance(75) ? liked : modules);
    visits.set(`${String(user.USER_ID)} ${MdlId}`, { user, MdlId });
  }
  return [...visits.values()];
}
