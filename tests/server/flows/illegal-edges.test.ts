import { beforeAll, expect, it } from "vitest";
import type { Work } from "../../../src/server/engine/effects/effect.ts";
import { runTransition } from "../../../src/server/engine/run-transition.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import type { ActorKind, Entity, Transition } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, SUPPLIER } from "./fixtures/desk.ts";
import { entity, registry } from "./fixtures/real-registry.ts";

const KINDS: readonly ActorKind[] = ["shop", "supplier", "system", "bank"];

/** Every entity with a machine: its illegal edges are tried on a row of it. */
const MOVING = Object.values(registry.entities).filter(({ machines, tenancy }) => Object.keys(machines).length > 0 && tenancy !== "global");

/** The least a row can be: whose it is, and what the database itself insists on. */
function rowOf({ name, supplierField, unique, uniqueEverywhere, fields }: Entity): Row {
  made += 1;
  const keys = [...unique, ...uniqueEverywhere].flat().filter((key) => fields[key]?.type === "string" && fields[key]?.computed === null);
  return {
    ...(supplierField !== null && { [supplierField]: SUPPLIER }),
    ...Object.fromEntries(keys.map((key) => [key, `K${made}`])),
    ...(name === "User" && { UserKind: "supplier", UsrName: "某人" }),
  };
}

let made = 0;

/** Work as this kind of actor would do it, with every right. */
function workOf(kind: ActorKind): Work {
  const actor = {
    USER_ID: "u",
    UsrName: "某人",
    SHOP_ID: "",
    PROV_ID: kind === "supplier" ? SUPPLIER : "",
    side: kind === "supplier" ? "supplier" : "shop",
    isconfirm: true,
  };
  const functions = new Set(Object.values(registry.modules).flatMap((module) => module.functions));
  const env = { today: "2025-06-30", actor, functions, flags: registry.profiles.plain?.flags ?? {} };
  return { registry, actor: { kind, userId: "u", userName: "某人" }, env, now: NOW, reason: "原因", reqkey: "k", moduleId: null };
}

describeEngine("illegal edges", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
  });

  const codesOf = (name: string, { field }: Transition) => (entity(name).fields[field]?.values ?? []).map((value) => value.code);
  const cases = MOVING.flatMap(({ name, transitions }) => Object.values(transitions).map((transition) => ({ name, transition })));

  it.each(cases.map(({ name, transition }) => [`${name}.${transition.name}`, name, transition] as const))(
    "%s",
    async (_, name, transition) => {
      const id = Number((await desk.put(name, rowOf(entity(name)))).Id);
      const attempt = (kind: ActorKind) =>
        desk
          .work((store) => runTransition(store, { ...workOf(kind), entity: entity(name), transition, id }))
          .catch((error: unknown) => error);
      const [allowed = "system"] = transition.by;
      for (const code of codesOf(name, transition)) {
        await desk.db
          .updateTable(entity(name).table)
          .set({ [transition.field]: code })
          .where("SHOP_ID", "=", SHOP)
          .where("Id", "=", id)
          .execute();
        const before = await desk.row(name, id);
        for (const kind of KINDS.filter((one) => !transition.by.includes(one))) {
          expect(await attempt(kind), `${kind} from ${code}`).toMatchObject({ code: 403, message: "没有操作权限" });
        }
        if (transition.from.some((from) => from === code)) continue;
        expect(await attempt(allowed), `from ${code}`).toMatchObject({ code: 409, message: "单据状态已变化，请刷新后重试" });
        expect(await desk.row(name, id)).toEqual(before);
      }
      expect(await desk.events(name, id)).toEqual([]);
      expect(await desk.messages(name, id)).toEqual([]);
    },
  );
});
