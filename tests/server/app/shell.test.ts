import { beforeAll, expect, it } from "vitest";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import type { Row } from "../../../src/shared/domain/cell.ts";
import type { MenuEntry } from "../../../src/shared/protocol/screen.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { EXPIRED, MALL, SHOP } from "./fixtures/world.ts";

const PICTURE = "/uploads/abcdefgh/20250101000000code.png";

describeEngine("what the frame depends on", (open) => {
  let portal: Portal;
  const shellOf = async (user: string) => (await call(portal, await signIn(portal, user), "login/GetUserInfo")).Result.shell;
  const set = (shopId: string, rows: readonly Row[]) => {
    const entity = portal.registry.entities.ConfigItem;
    if (entity === undefined) throw new Error("no settings");
    return portal.database.kysely.transaction().execute((trx) => sqlStore(trx, shopId).insert(entity, rows));
  };
  const setting = (ConfigKey: string, ConfigValue: string | null, statu = 1): Row => {
    return { ConfigKey, ConfigName: ConfigKey, ConfigGroup: "网站", ConfigValue, scope: "website", statu };
  };

  beforeAll(async () => {
    portal = await openPortal({ open });
    const shops = portal.registry.entities.Shop?.table ?? "";
    await portal.database.kysely.updateTable(shops).set({ logo: "/uploads/abcdefgh/logo.png" }).where("SHOP_ID", "=", EXPIRED).execute();
    await portal.database.kysely.updateTable(shops).set({ logo: "/uploads/foreign1/logo.png" }).where("SHOP_ID", "=", MALL).execute();
    await set(SHOP, [setting("site.miniQr", PICTURE), setting("site.logo", "/uploads/abcdefgh/default.png")]);
    await set(EXPIRED, [setting("site.miniQr", "https://mini.example/x", 0), setting("site.logo", "/uploads/abcdefgh/site.png")]);
  });

  it("is what the profile says, never the shop's number", async () => {
    expect(await shellOf("late")).toMatchObject({ ownLayout: true, hasAdvice: true });
    expect(await shellOf("s3")).toMatchObject({ ownLayout: true, hasAdvice: true });
    for (const user of ["admin", "s1", "mall01"]) expect(await shellOf(user)).toMatchObject({ ownLayout: false, hasAdvice: false });

    const { registry } = portal;
    portal.changeRegistry({ ...registry, shopProfiles: { [SHOP]: "special" } });
    expect(await shellOf("admin")).toMatchObject({ ownLayout: true, hasAdvice: true });
    expect(await shellOf("late")).toMatchObject({ ownLayout: false, hasAdvice: false });
    portal.changeRegistry(registry);
  });

  it("is the own shop's logo, else the website's, for both sides", async () => {
    expect((await shellOf("late")).logo).toBe("/uploads/abcdefgh/logo.png");
    expect((await shellOf("s3")).logo).toBe("/uploads/abcdefgh/logo.png");
    expect((await shellOf("admin")).logo).toBe("/uploads/abcdefgh/default.png");
    expect((await shellOf("s1")).logo).toBe("/uploads/abcdefgh/default.png");
    expect((await shellOf("mall01")).logo).toBe("/uploads/foreign1/logo.png");
  });

  it("is the code for suppliers alone, and none that is switched off or not there", async () => {
    expect((await shellOf("s1")).miniQr).toBe(PICTURE);
    expect((await shellOf("admin")).miniQr).toBe("");
    expect((await shellOf("s3")).miniQr).toBe("");
    expect((await shellOf("mall01")).miniQr).toBe("");
  });

  it("is told with login/login, too", async () => {
    const token = await signIn(portal, "s1");
    expect((await call(portal, token, "login/login")).Result.shell).toEqual((await call(portal, token, "login/GetUserInfo")).Result.shell);
  });

  it("is how every title sounds, one syllable for each character", async () => {
    const { Result } = await call(portal, await signIn(portal, "late"), "Registry/GetModules");
    const groups = Result.modules as MenuEntry[];
    const pages = groups.flatMap(({ children }) => children);
    expect(groups.map(({ pinyin }) => pinyin)).toEqual(groups.map(() => ""));
    for (const { title, pinyin } of pages) {
      const syllables = pinyin.split(" ");
      expect(syllables, title).toHaveLength([...title].length);
      for (const [index, char] of [...title].entries()) {
        expect(syllables[index], title).toMatch(/\p{Script=Han}/u.test(char) ? /^[a-z]+$/ : /^[^a-zA-Z ]?$/);
      }
    }
    const sounds = Object.fromEntries(pages.map(({ title, pinyin }) => [title, pinyin]));
    expect(sounds).toMatchObject({ 结算单: "jie suan dan", 库存查询: "ku cun cha xun" });
  });

  it("sounds anew with another registry", async () => {
    const { registry } = portal;
    const rename = (title: string) => ({
      ...registry,
      version: `${registry.version}-${title}`,
      groups: registry.groups.map((group) => ({ ...group, modules: group.modules.map((entry) => ({ ...entry, title })) })),
    });
    const token = await signIn(portal, "late");
    const first = async () => (await call(portal, token, "Registry/GetModules")).Result.modules[0].children[0].pinyin;
    portal.changeRegistry(rename("银行 A行长"));
    expect(await first()).toBe("yin hang  a hang zhang");
    portal.changeRegistry(rename("重庆"));
    expect(await first()).toBe("chong qing");
    portal.changeRegistry(registry);
  });
});
