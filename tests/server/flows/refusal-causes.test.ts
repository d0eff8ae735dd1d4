import { beforeAll, describe, expect, it } from "vitest";
import { Refused } from "../../../src/server/base/refused.ts";
import { envOf, type Viewer } from "../../../src/server/base/viewer.ts";
import { Causes } from "../../../src/server/engine/refusals/cause.ts";
import { runAction } from "../../../src/server/engine/run-action.ts";
import type { Cell, Row } from "../../../src/shared/domain/cell.ts";
import { failingParts } from "../../../src/shared/domain/failing-parts.ts";
import { fieldsOfPredicate, holds, type PredicateEnv } from "../../../src/shared/domain/predicate.ts";
import type { Predicate } from "../../../src/shared/registry/language.ts";
import type { ActorKind, Entity, Field, Guard } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, NOW, STRANGER, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { makeBalance } from "./fixtures/documents.ts";
import { module, registry } from "./fixtures/real-registry.ts";

/** Every guard of every transition and saving, in every profile, with a page it is met on and the side it is met by. */
const GUARDS = [registry.entities, ...Object.values(registry.profiles).map(({ entities }) => entities)]
  .flatMap((entities) => Object.values(entities))
  .flatMap((entity) => [
    ...Object.values(entity.transitions).map(({ name, by, guards }) => ({ entity, name, by, guards })),
    ...Object.entries(entity.save).map(([name, rule]) => ({ entity, name, by: rule?.by ?? [], guards: rule?.guards ?? [] })),
  ])
  .flatMap(({ guards, ...of }) => guards.map((guard: Guard) => ({ ...of, guard })))
  .filter(({ by }) => by.some((one: ActorKind) => one === "shop" || one === "supplier"))
  // What the shop's profile alone decides is offered or not.
  .filter(({ guard }) => fieldsOfPredicate(guard.require).length > 0 || !JSON.stringify(guard.require).includes('"flag"'));

/** Values of both sides of whatever a condition may ask of the field. */
function candidates({ type, values }: Field): readonly Cell[] {
  if (values.length > 0) return [...values.map(({ code }) => code), null];
  if (type === "bool") return [true, false, null];
  if (type === "money" || type === "quantity" || type === "rate") return [0n, 100n, -100n, null];
  if (type === "int" || type === "id") return [0, 1, 2, null];
  return type === "date" ? ["2025-06-30", "2020-01-01", "2030-01-01", null] : ["x", "boss175", `s${SUPPLIER}`, null];
}

/** A row that the guard refuses; null: there is none. */
function refusedRow(entity: Entity, { when, require }: Guard, env: PredicateEnv): Row | null {
  const names = [...new Set([...fieldsOfPredicate(require), ...(when === null ? [] : fieldsOfPredicate(when))])];
  const rows = names.reduce<readonly Row[]>(
    (made, name) => made.flatMap((row) => candidates(entity.fields[name] as Field).map((cell) => ({ ...row, [name]: cell }))),
    [{}],
  );
  const isRefused = (row: Row) => (when === null || holds(when, entity.fields, row, env)) && !holds(require, entity.fields, row, env);
  return rows.find(isRefused) ?? null;
}

describeEngine("why something is refused", (open) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(open);
    const group = (GroupId: string, UserKind: string) => desk.put("UserGroup", { GroupId, GroupName: `${GroupId}组`, UserKind });
    const user = (UsrName: string, GroupId: string, more: Row = {}) =>
      desk.put("User", { USER_ID: `u-${UsrName}`, UsrName, GroupId, UserKind: "retail", statu: 1, ...more });
    for (const name of ["财务", "闲置"]) await group(name, "retail");
    await group("业务", "supplier");
    for (const GroupId of ["财务", "业务"])
      await desk.put("GroupModule", { GroupId, MdlId: 510, Funcs: "query,exclude,provconfirm,reject" });
    await user("王芳", "财务", { isconfirm: true });
    await user("停用者", "财务", { statu: 0 });
    await user("李明", "闲置");
    for (const [name, PROV_ID] of [
      ["陈晨", SUPPLIER],
      ["外人", STRANGER],
    ] as const)
      await user(name, "业务", { UserKind: "supplier", PROV_ID });
  });

  const without = (mdl: number, key: string, provId = ""): Viewer => {
    const whole = viewer(provId);
    return {
      ...whole,
      rights: new Map([...whole.rights, [mdl, new Set([...(whole.rights.get(mdl) ?? [])].filter((one) => one !== key))]]),
    };
  };
  const causeOf = async (of: Viewer, mdl: number, action: string, row: Row): Promise<string> => {
    const error = await runAction(desk.as(of), module(mdl), { action, ids: [Number(row.Id)], reason: "原因" }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Refused);
    return new Causes(desk.as(of)).of(error);
  };

  it("a missing right is named, with who of the own side has it: nobody who is stopped, and of a supplier its own people alone", async () => {
    const balance = await makeBalance(desk, { B2b_statu: 10 });
    expect(await causeOf(without(510, "exclude"), 510, "exclude", balance)).toBe(
      "缺少“结算单”（510）的“剔除”权限；有此权限的：财务组（王芳）",
    );
    expect(await causeOf(without(510, "reject", SUPPLIER), 510, "reject", balance)).toBe(
      "缺少“结算单”（510）的“退回”权限；有此权限的：业务组（陈晨）",
    );
    expect(await causeOf(without(510, "recheck"), 510, "recheck", balance)).toBe(
      "缺少“结算单”（510）的“业务系统复核”权限；本商场目前没有其他人有此权限",
    );
  });

  it("what the other side does is said with no more than the shop's name", async () => {
    const balance = await makeBalance(desk, { B2b_statu: 10 });
    expect(await causeOf(viewer(SUPPLIER), 510, "exclude", balance)).toBe("该操作由“绿洲生鲜（示例）”办理");
    expect(await causeOf(viewer(), 510, "provconfirm", balance)).toBe("该操作由供应商办理");
  });

  it("who does not confirm is told who does; a state that has gone on, and a document that is used, by their fields", async () => {
    const balance = await makeBalance(desk, { B2b_statu: 20 });
    expect(await causeOf(viewer("", { isConfirm: false }), 510, "confirm", balance)).toBe("您不属于对账确认方；对账确认人：王芳");
    expect(await causeOf(viewer(), 510, "submit", balance)).toMatch(/^“提交对账”须对账状态为“.+”，现为“.+”$/);
    expect(await causeOf(viewer(), 510, "exclude", await makeBalance(desk, { PayBillid: "FK1" }))).toBe("须付款单号为空，现为“FK1”");
  });

  describe("every guard of the files names the field that stands against it, or the right", () => {
    it.each(GUARDS.map((each) => [`${each.entity.name}.${each.name} ${each.guard.message}`, each] as const))(
      "%s",
      async (_, { entity, name, by, guard }) => {
        const who = viewer(by.includes("shop") ? "" : SUPPLIER, { isConfirm: false });
        const pages = Object.values(registry.modules).filter((one) => one.entity === entity.name);
        const page = pages.find(({ actions }) => actions.some((action) => action.name === name)) ?? pages[0];
        const bare = { ...who, rights: new Map([...who.rights].map(([id]) => [id, new Set<string>(["query"])])) };
        const env = envOf(registry, bare, { id: page?.id ?? 0 }, NOW);
        // Some guards are only those of shops whose profile says so.
        const envs = [env, ...Object.values(registry.profiles).map(({ flags }) => ({ ...env, flags }))];
        const row = envs.map((one) => refusedRow(entity, guard, one)).find((found) => found !== null) ?? null;
        expect(row, "a row that it refuses").not.toBeNull();
        const reason = { kind: "condition", entity, require: guard.require, row: row ?? {}, moduleId: page?.id ?? null } as const;
        const cause = await new Causes(desk.as(bare)).of(new Refused(422, guard.message, reason));
        const parts = failingParts(guard.require, (part) => holds(part, entity.fields, row ?? {}, env));
        expect(parts.length).toBeGreaterThan(0);
        expect(
          parts.flatMap((part) => wordsFor(entity, part)).some((word) => cause.includes(word)),
          cause,
        ).toBe(true);
      },
    );
  });
});

/** What tells a part of a condition: the title of its field; of rights, sides and flags, what they are told by. */
function wordsFor({ fields }: Entity, part: Predicate): string[] {
  const names = fieldsOfPredicate(part).flatMap((name) => fields[name]?.title ?? []);
  return names.length > 0 ? names : ["缺少“", "办理", "不属于对账确认方", "设置不允许"];
}
