import { profileOf } from "../../server/base/viewer.ts";
import { audienceOfKind, modulesFor } from "../../server/features/accounts/grantable.ts";
import type { Row } from "../../shared/domain/cell.ts";
import groups from "../data/groups.json" with { type: "json" };
import staffPlans from "../data/staff.json" with { type: "json" };
import { dayAt, madeAt, put, type SeedUser, type ShopWorld, type Staff, shopDigits, shopSuffix, streamIn } from "../world.ts";
import { personName, phone } from "./names.ts";

/**
 * Groups of users. `own` groups are of the shop's kind, mall or retail. A grant's functions are keys, `*` for every one of the
 * module's; each counts only where the module has it and the group's side may hold it.
 */
export const GROUPS = groups;

/** Groups, and what those hold that do not hold everything. */
export async function makeGroups(world: ShopWorld): Promise<void> {
  const createtime = madeAt(world, "10:00");
  for (const { id, name, kind, allModules, grants } of Object.values(groups)) {
    const UserKind = kind === "own" ? world.plan.kind : kind;
    await put(world, "UserGroup", { GroupId: id, GroupName: name, UserKind, allModules, creator: "系统", createtime });
    for (const { module, functions } of modulesFor(profileOf(world.registry, world.plan.id).modules, audienceOfKind(UserKind))) {
      const keys = grants.find(({ modules }) => modules.includes(module.id))?.functions;
      if (keys === undefined) continue;
      const held = functions.filter((key) => keys === "*" || keys.split(",").includes(key));
      await put(world, "GroupModule", { GroupId: id, MdlId: module.id, Funcs: held.join() });
    }
  }
}

/** The shop's own users: sign-in names without the shop's part, some of whom are off or in one shop only. Returns those who act. */
export async function makeStaff(world: ShopWorld): Promise<Staff> {
  const staff = new Map<string, SeedUser>();
  const suffix = shopSuffix(world.plan.id);
  for (const [n, { name, group, isOff, only = suffix }] of staffPlans.entries()) {
    if (only !== suffix) continue;
    const values = {
      UserKind: world.plan.kind,
      GroupId: groups[group as keyof typeof groups].id,
      isconfirm: confirms(world, name),
      statu: isOff ? 0 : 1,
    };
    staff.set(name, await makeUser(world, n, { USER_ID: name + suffix, ...values }));
  }
  const [admin, boss, buyer] = [staff.get("admin"), staff.get("boss"), staff.get("buyer")];
  if (!admin || !boss || !buyer) throw new Error("a shop needs its administrator, its boss and its buyer");
  return { admin, boss, buyer };
}

/** The sign-in name of a supplier's first user: s054001. */
export function supplierUserId({ plan }: ShopWorld, seq: number): string {
  return `s${shopDigits(plan.id)}${String(seq).padStart(3, "0")}`;
}

/** Two users for the first two suppliers, one for each other. Returns the first. */
export async function makeSupplierUsers(world: ShopWorld, seq: number, provId: string): Promise<SeedUser> {
  const name = supplierUserId(world, seq);
  const isconfirm = profileOf(world.registry, world.plan.id).flags.confirmParty !== "shop";
  const values = { UserKind: "supplier", PROV_ID: provId, GroupId: groups.supplier.id, isconfirm };
  const first = await makeUser(world, 100 + seq, { ...values, USER_ID: name });
  if (seq <= 2) await makeUser(world, 200 + seq, { ...values, USER_ID: `${name}b` });
  return first;
}

/** Somebody as a row of users has him. */
export function asUser(user: Row): SeedUser {
  return {
    userId: String(user.USER_ID),
    userName: String(user.UsrName),
    provId: String(user.PROV_ID ?? ""),
    isConfirm: user.isconfirm === true,
  };
}

/** The finance side confirms statements; where the supplier is the confirming party, only its head does (docs/decisions/41). */
function confirms({ registry, plan }: ShopWorld, name: string): boolean {
  const party = profileOf(registry, plan.id).flags.confirmParty;
  return name === "boss" || (party !== "supplier" && ["admin", "fin", "mgr"].includes(name));
}

async function makeUser(world: ShopWorld, n: number, values: Row): Promise<SeedUser> {
  const random = streamIn(world, "User", n);
  const row = await put(world, "User", {
    UsrName: personName(random),
    tel: phone(random),
    email: `${String(values.USER_ID)}@demo.example`,
    pwdtime: `${dayAt(world, -10)} 09:00:00`,
    creator: "系统",
    createtime: madeAt(world, "10:00"),
    ...values,
  });
  return asUser(row);
}
