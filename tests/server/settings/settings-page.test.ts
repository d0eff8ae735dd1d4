import { beforeAll, describe, expect, it } from "vitest";
import { fitAllSettings } from "../../../src/server/engine/setting-rows.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { entityOf } from "../../../src/server/engine/values/names.ts";
import type { WireRow } from "../../../src/shared/protocol/list.ts";
import type { Registry, Setting } from "../../../src/shared/registry/model.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { EXPIRED, SHOP } from "../app/fixtures/world.ts";

const PAGES = { system: "117", shop: "120", website: "121" } as const;

// docs/decisions/109
describe("the pages of settings", () => {
  let portal: Portal;
  let token: string;
  beforeAll(async () => {
    portal = await openPortal();
    token = await signIn(portal, "admin");
  });
  const ask = (path: string, params: Readonly<Record<string, string>> = {}) => call(portal, token, path, params);
  const rows = async (page: string): Promise<readonly WireRow[]> => (await ask(`Module/${page}/GetPage`, { rows: "999" })).Result.rows;
  const row = async (key: string, page = "117") => {
    const found = (await rows(page)).find(({ ConfigKey }) => ConfigKey === key);
    if (!found) throw new Error(`page ${page} has no ${key}`);
    return found;
  };
  const save = async (key: string, ConfigValue: string, page = "117") => {
    const { Id, rowver } = await row(key, page);
    return ask(`Module/${page}/Save`, { id: String(Id), rowver: String(rowver), ConfigValue });
  };
  const declared = () => Object.entries(portal.registry.settings);
  const stored = (shop: string) =>
    portal.database.kysely.transaction().execute((trx) => sqlStore(trx, shop).find(entityOf(portal.registry, "ConfigItem"), {}));
  /** As an edit of the files leaves the model. */
  const declare = (settings: Registry["settings"]): Registry => ({ ...portal.registry, settings, version: `${portal.registry.version}+` });

  it("have every setting of every shop, with its default, also of one that nobody has set anything in", async () => {
    for (const shop of [SHOP, EXPIRED]) {
      const all = await stored(shop);
      expect(all.map(({ ConfigKey }) => ConfigKey).sort()).toEqual(
        declared()
          .map(([key]) => key)
          .sort(),
      );
      for (const [key, setting] of declared())
        expect(all.find(({ ConfigKey }) => ConfigKey === key)).toMatchObject({
          ConfigName: setting.title,
          ConfigGroup: setting.group,
          ValueType: setting.type,
          scope: setting.scope,
          ConfigValue: null,
          DefaultValue: setting.fallback,
          statu: 1,
        });
    }
    const keysOf = async (page: string) => (await rows(page)).map(({ ConfigKey }) => ConfigKey).sort();
    const scoped = (is: (setting: Setting) => boolean) => declared().flatMap(([key, setting]) => (is(setting) ? [key] : []));
    expect(await keysOf(PAGES.shop)).toEqual(scoped(({ scope }) => scope === "shop").sort());
    expect(await keysOf(PAGES.website)).toEqual(scoped(({ scope }) => scope === "website").sort());
    expect(await keysOf(PAGES.system)).toEqual(scoped(({ scope }) => scope !== "website").sort());
  });

  it("tell the browser what may stand in each, so that it is told while somebody types", async () => {
    for (const page of Object.values(PAGES)) {
      const { Result } = await ask("Registry/GetModule", { mdl: page });
      expect(Result.form.fields.ConfigValue.setting).toBe("ConfigKey");
      expect(Object.keys(Result.form.settings)).toEqual(declared().map(([key]) => key));
    }
    const { Result } = await ask("Registry/GetModule", { mdl: PAGES.shop });
    expect(Result.settings).toMatchObject({ mode: "settings", key: "ConfigKey", value: "ConfigValue" });
    expect(Result.settings.declared["order.validDays"]).toMatchObject({ unit: "天", min: 0, max: 365, fallback: "15", help: /今天/ });
  });

  /** A text that is no value of any setting of its type. */
  const wrong = ({ type, length }: Setting) => (type === "text" ? "长".repeat((length ?? 200) + 1) : "banana");

  it("refuse what is no value of a setting, each in words that say what may stand there", async () => {
    for (const [key, setting] of declared()) {
      const page = setting.scope === "website" ? PAGES.website : PAGES.system;
      const answer = await save(key, wrong(setting), page);
      expect({ key, Code: answer.Code, Msg: answer.Msg }).toEqual({
        key,
        Code: 400,
        Msg: expect.stringMatching(new RegExp(`^${setting.title}应为.*，不能是“`)),
      });
      expect(answer.Result.problems).toEqual([{ field: "ConfigValue", message: answer.Msg }]);
    }
    expect((await save("accept.overRate", "banana")).Msg).toBe(
      "允许超收比例应为 0.00% 到 100.00% 的百分比，写成小数，如 0.05 即 5%，不能是“banana”",
    );
    expect((await save("login.idleMinutes", "4")).Msg).toBe("空闲退出应为 5 到 480 的整数（分钟），不能是“4”");
    expect((await stored(SHOP)).filter(({ ConfigValue }) => ConfigValue !== null)).toEqual([]);
  });

  it("take a value, write down who changed what, and give the default back", async () => {
    expect(await save("order.validDays", "7", PAGES.shop)).toMatchObject({ Code: 200, Msg: "保存成功" });
    const { Id, rowver } = await row("order.validDays", PAGES.shop);
    expect(await row("order.validDays")).toMatchObject({ ConfigValue: "7", DefaultValue: "15" });
    const restored = await ask(`Module/${PAGES.shop}/Action`, { action: "restore", ids: String(Id), rowver: String(rowver) });
    expect(restored.Code).toBe(200);
    expect(await row("order.validDays")).toMatchObject({ ConfigValue: null, DefaultValue: "15" });
    const { Result } = await ask("Module/117/Get", { id: String(Id) });
    expect(Result.events.map(({ action, reason }: Record<string, string>) => [action, reason])).toEqual([
      ["restore", "当前值：7→空"],
      ["edit", "当前值：空→7"],
    ]);
  });

  it("say nothing of a key but its value: what it is called and of which kind is declared", async () => {
    const { Id, rowver } = await row("order.validDays");
    for (const more of [{ ConfigName: "x" }, { ValueType: "text" }, { DefaultValue: "1" }, { scope: "website" }, { ConfigGroup: "x" }])
      expect((await ask("Module/117/Save", { id: String(Id), rowver: String(rowver), ...more })).Code, JSON.stringify(more)).toBe(400);
    expect((await ask("Module/117/Delete", { ids: String(Id), rowver: String(rowver) })).Code).toBe(409);
  });

  it("take a limit for one user or group, and no other key", async () => {
    const create = (ConfigKey: string, ConfigValue = "100") => ask("Module/117/Save", { ConfigKey, ConfigValue });
    expect(await create("limit.pay.admin")).toMatchObject({ Code: 200 });
    const made = await row("limit.pay.admin");
    expect(made).toMatchObject({ ConfigName: "每人每日付款限额（admin）", ConfigGroup: "付款", ValueType: "money", scope: "person" });
    expect((await rows(PAGES.shop)).map(({ ConfigKey }) => ConfigKey)).not.toContain("limit.pay.admin");
    expect(await create("limit.pay.clerk", "banana")).toMatchObject({ Code: 400, Msg: expect.stringContaining("每人每日付款限额应为") });
    expect(await create("limit.confirm.clerk", "5")).toMatchObject({ Code: 200 });
    expect(await create("limit.pay.nobody")).toMatchObject({ Code: 422, Msg: expect.stringContaining("没有编号为 nobody 的用户或用户组") });
    expect(await create("desk.hours")).toMatchObject({
      Code: 400,
      Msg: "没有配置键 desk.hours；可为用户或用户组单独设置的是 limit.confirm、limit.approve、limit.pay，后面加点和编号，如 limit.confirm.U001",
    });
    expect((await create("order.validDays")).Code).toBe(422);
    expect((await ask("Module/117/Delete", { ids: String(made.Id), rowver: String(made.rowver) })).Code).toBe(200);
  });

  it("mark what nobody declares any more: it stays, is not edited, may be deleted, and comes back as it was", async () => {
    expect((await save("order.leadDays", "9", PAGES.shop)).Code).toBe(200);
    const { "order.leadDays": gone, ...rest } = portal.registry.settings;
    const { kysely } = portal.database;
    await fitAllSettings(kysely, declare(rest), new Date());
    expect(await row("order.leadDays")).toMatchObject({ scope: "former", scope_text: "不再使用", ConfigValue: "9", _actions: ["delete"] });
    expect((await rows(PAGES.shop)).map(({ ConfigKey }) => ConfigKey)).not.toContain("order.leadDays");
    expect((await save("order.leadDays", "8")).Code).toBe(409);
    if (!gone) throw new Error("there is no order.leadDays");
    const renamed = { ...portal.registry, version: "another", settings: { ...rest, "order.leadDays": { ...gone, title: "提前天数" } } };
    await fitAllSettings(kysely, renamed, new Date());
    expect(await row("order.leadDays", PAGES.shop)).toMatchObject({ ConfigName: "提前天数", ConfigValue: "9", scope: "shop" });
    await fitAllSettings(kysely, portal.registry, new Date());
    expect((await save("order.leadDays", "", PAGES.shop)).Code).toBe(200);
  });

  it("are the same where several servers make them at once", async () => {
    const extra = { ...portal.registry.settings, "order.twice": portal.registry.settings["order.leadDays"] as Setting };
    await Promise.all([1, 2, 3].map(() => fitAllSettings(portal.database.kysely, { ...declare(extra), version: "twice" }, new Date())));
    expect((await stored(SHOP)).filter(({ ConfigKey }) => ConfigKey === "order.twice")).toHaveLength(1);
    await fitAllSettings(portal.database.kysely, portal.registry, new Date());
    const left = await row("order.twice");
    expect((await ask("Module/117/Delete", { ids: String(left.Id), rowver: String(left.rowver) })).Code).toBe(200);
  });
});
