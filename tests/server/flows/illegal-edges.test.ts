import { beforeAll, describe, expect, it } from "vitest";
import type { Work } from "../../../src/server/flows/effects/effect.ts";
import { runTransition } from "../../../src/server/flows/run-transition.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import type { ActorKind, Transition } from "../../../src/shared/registry/model.ts";
import { describeEngines } from "../db/fixtures/test-database.ts";
import { Desk, NOW, SHOP, SUPPLIER } from "./fixtures/desk.ts";
import { makeAccept, makeBalance, makeOrder } from "./fixtures/documents.ts";
import { entity, registry } from "./fixtures/real-registry.ts";

const KINDS: readonly ActorKind[] = ["shop", "supplier", "system", "bank"];
const MAKERS: Readonly<Record<string, (desk: Desk) => Promise<Row>>> = {
  Order: (desk) => makeOrder(desk),
  Accept: (desk) => makeAccept(desk, {}),
  Balance: (desk) => makeBalance(desk),
};

/** Work as this kind of actor would do it, with every right. */
function workOf(kind: ActorKind): Work {
  const actor = {
    USER_ID: "u",
    UsrName: "某人",
    PROV_ID: kind === "supplier" ? SUPPLIER : "",
    side: kind === "supplier" ? "supplier" : "shop",
    isconfirm: true,
  };
  const functions = new Set(Object.values(registry.modules).flatMap((module) => module.functions));
  const env = { today: "2025-06-30", actor, functions, flags: registry.profiles.plain?.flags ?? {} };
  return { registry, actor: { kind, userId: "u", userName: "某人" }, env, now: NOW, reason: "原因", reqkey: "k", moduleId: null };
}

describe("every state machine has a document here", () => {
  it("so that its illegal edges are tried", () => {
    const withMachines = Object.values(registry.entities).filter((one) => Object.keys(one.machines).length > 0);
    expect(withMachines.map((one) => one.name).filter((name) => !MAKERS[name])).toEqual([]);
  });
});

describeEngines("illegal edges", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(await open());
  });

  const codesOf = (name: string, { field }: Transition) => (entity(name).fields[field]?.values ?? []).map((value) => value.code);
  const cases = Object.keys(MAKERS).flatMap((name) => Object.values(entity(name).transitions).map((transition) => ({ name, transition })));

  it.each(cases.map(({ name, transition }) => [`${name}.${transition.name}`, name, transition] as const))(
    "%s",
    async (_, name, transition) => {
      const id = Number((await MAKERS[name]?.(desk))?.Id);
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
