import { profileOf } from "../../server/base/viewer.ts";
import { audienceOfKind, modulesFor } from "../../server/features/accounts/grantable.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { GROUPS, type GroupKey, type GroupPlan } from "../names/grants.ts";
import { personName, phone } from "../names/people.ts";
import { shopDigits, shopSuffix } from "../names/shops.ts";
import { dayAt, put, type SeedUser, type ShopWorld, type Staff, streamIn } from "../world.ts";

/** Groups, and what those hold that do not hold everything. */
export async function makeGroups(world: ShopWorld): Promise<void> {
  for (const group of Object.values<GroupPlan>(GROUPS)) {
    const kind = group.kind === "own" ? world.plan.kind : group.kind;
    await put(world, "UserGroup", {
      GroupId: group.id,
      GroupName: group.name,
      UserKind: kind,
      allModules: group.allModules,
      creator: "系统",
      createtime: madeAt(world),
    });
    const own = audienceOfKind(kind);
    for (const { module, functions } of modulesFor(profileOf(world.registry, world.plan.id).modules, own)) {
      const keys = group.grants[module.id];
      if (keys === undefined) continue;
      const held = functions.filter((key) => keys === "*" || keys.split(",").includes(key));
      await put(world, "GroupModule", { GroupId: group.id, MdlId: module.id, Funcs: held.join() });
    }
  }
}

/** Sign-in name without the shop's part, the group, and what is special. */
const STAFF: readonly (readonly [name: string, group: GroupKey, special?: "off" | "39"])[] = [
  ["admin", "admin"],
  ["boss", "boss"],
  ["fin", "fin"],
  ["buyer", "buyer"],
  ["none", "none"],
  ["off", "buyer", "off"],
  ["mgr", "boss", "39"],
];

/** The shop's own users. Returns those who act. */
export async function makeStaff(world: ShopWorld): Promise<Staff> {
  const staff = new Map<string, SeedUser>();
  const suffix = shopSuffix(world.plan.id);
  for (const [n, [name, group, special]] of STAFF.entries()) {
    if (special === "39" && suffix !== "39") continue;
    const isConfirm = confirms(world, name);
    staff.set(
      name,
      await makeUser(world, n, {
        USER_ID: name + suffix,
        UserKind: world.plan.kind,
        GroupId: GROUPS[group].id,
        isconfirm: isConfirm,
        statu: special === "off" ? 0 : 1,
      }),
    );
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
  const values = { UserKind: "supplier", PROV_ID: provId, GroupId: GROUPS.supplier.id, isconfirm };
  const first = await makeUser(world, 100 + seq, { ...values, USER_ID: name });
  if (seq <= 2) await makeUser(world, 200 + seq, { ...values, USER_ID: `${name}b` });
  return first;
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
    createtime: madeAt(world),
    ...values,
  });
  return {
    userId: String(row.USER_ID),
    userName: String(row.UsrName),
    provId: String(row.PROV_ID ?? ""),
    isConfirm: row.isconfirm === true,
  };
}

const madeAt = (world: ShopWorld): string => `${dayAt(world, -400)} 10:00:00`;
