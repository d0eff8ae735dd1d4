import { beforeAll, describe, expect, it } from "vitest";
import { profileOf } from "../../../src/server/base/viewer.ts";
import { addDays } from "../../../src/shared/domain/day.ts";
import type { HomeBanner, HomeData, HomeNews, HomeTodo, UnfinishedResult } from "../../../src/shared/protocol/home.ts";
import type { PageResult } from "../../../src/shared/protocol/list.ts";
import { ACTIONS_KEY, type ScreenModel, type UserInfo } from "../../../src/shared/protocol/screen.ts";
import type { Audience, Module } from "../../../src/shared/registry/model.ts";
import { fits } from "../../../src/shared/registry/rights/audience.ts";
import { narrowed } from "../../../src/web/data/list-state.ts";
import { groupClause } from "../../../src/web/pages/list/group-clause.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";
import { TODAY } from "./fixtures/world.ts";

const PAID = ["admin01", "boss54", "fin54", "buyer54", "s054001"] as const;
const HOME = "login/GetHomePageData";

describeEngine("the home page", (open) => {
  let portal: Portal;
  let users: string[];
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillDemoAccounts });
    users = await demoUsers(portal);
    for (const user of users) tokens.set(user, await signIn(portal, user));
  });

  const ask = async <T>(user: string, path: string, params: Readonly<Record<string, string>> = {}): Promise<T> => {
    const answer = await call(portal, tokens.get(user) ?? null, path, params);
    expect({ Code: answer.Code, Msg: answer.Msg }, `${user} ${path} ${JSON.stringify(params)}`).toEqual({ Code: 200, Msg: "" });
    return answer.Result as T;
  };
  const home = (user: string) => ask<HomeData>(user, HOME);
  const list = (user: string, { mdl, filters }: HomeTodo, rows: number) =>
    ask<PageResult>(user, `Module/${mdl}/GetPage`, { rows: String(rows), filter: JSON.stringify(filters) });
  /** The to-do as it is declared for the user's shop. */
  const declared = async (user: string, { mdl, title }: HomeTodo) => {
    const { user: who } = await ask<UserInfo>(user, "login/GetUserInfo");
    const module = profileOf(registry, who.SHOP_ID).modules[mdl];
    return module?.todos.find((todo) => todo.title === title);
  };

  it("knows users of every kind", () => {
    expect(users.length).toBeGreaterThan(40);
    expect(users).toEqual(expect.arrayContaining(["admin01", "none54", "bid54", "s054001", "s054002", "admin153", "s153001", ...PAID]));
  });

  it("counts for every account and to-do what the list shows with the same filters, and nothing one has no page for", async () => {
    const counted = new Map<string, number>();
    for (const user of users) {
      const { todos, modules } = await home(user);
      for (const todo of todos) {
        expect(modules, `${user} ${todo.title}`).toContain(todo.mdl);
        expect((await list(user, todo, 1)).total, `${user} ${todo.title}`).toBe(todo.count);
        counted.set(`${todo.mdl} ${todo.title}`, (counted.get(`${todo.mdl} ${todo.title}`) ?? 0) + todo.count);
      }
    }
    const all = Object.values(registry.modules).flatMap(({ id, todos }) => todos.map(({ title }) => `${id} ${title}`));
    expect(all.filter((name) => !counted.has(name))).toEqual([]);
    // The demo holds something to do nearly everywhere.
    expect([...counted.values()].filter((count) => count > 0).length).toBeGreaterThan(all.length * 0.8);
  });

  it("draws for every account charts whose every point is what the list of its rows comes to", async () => {
    const drawn = new Map<string, number>();
    for (const user of users) {
      const { charts, modules } = await home(user);
      for (const { mdl, title, by: field, filters, points, measures } of charts) {
        expect(modules, `${user} ${title}`).toContain(mdl);
        drawn.set(`${mdl} ${title}`, (drawn.get(`${mdl} ${title}`) ?? 0) + points.length);
        // Of many days some: the first, the last, and one between.
        for (const { by, value, values } of new Set([0, points.length >> 1, points.length - 1].flatMap((at) => points[at] ?? []))) {
          const filter = JSON.stringify(narrowed(filters, groupClause(field, value)));
          const { total, footer } = await ask<PageResult>(user, `Module/${mdl}/GetPage`, { rows: "1", filter });
          expect(total, `${user} ${title} ${by}`).toBeGreaterThan(0);
          const sums = measures.map(({ of, field: name }) => (of === "count" ? String(total) : footer[name ?? ""]));
          expect(sums, `${user} ${title} ${by}`).toEqual(values);
        }
      }
    }
    const all = Object.values(registry.modules).flatMap(({ id, stats }) =>
      (stats?.charts ?? []).filter((chart) => chart.home !== null).map(({ title }) => `${id} ${title}`),
    );
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((name) => (drawn.get(name) ?? 0) === 0)).toEqual([]);
  });

  it("leads to rows that offer what the to-do asks for", async () => {
    for (const user of ["admin54", "admin01", "fin54", "buyer54", "admin39", "s054001", "s153001", "bid54"]) {
      for (const todo of (await home(user)).todos) {
        const action = (await declared(user, todo))?.action ?? null;
        const { rows } = await list(user, todo, 20);
        const offered = rows.map((row) => (row as unknown as Record<string, readonly string[]>)[ACTIONS_KEY]);
        if (action !== null)
          expect(
            offered.filter((names) => !names?.includes(action)),
            `${user} ${todo.title}`,
          ).toEqual([]);
      }
    }
  });

  it.each([
    ["admin54", "shop"],
    ["fin54", "shop"],
    ["buyer54", "shop"],
    ["admin01", "mall"],
    ["s054001", "supplier"],
    ["bid54", "supplier"],
  ] as const)("tells %s every to-do of his side whose action he may run", async (user, side) => {
    const { user: who, mdl } = await ask<UserInfo>(user, "login/GetUserInfo");
    const wanted: string[] = [];
    for (const { MdlId } of mdl) {
      const module = profileOf(registry, who.SHOP_ID).modules[MdlId];
      if (!module || module.todos.length === 0) continue;
      const { actions } = await ask<ScreenModel>(user, "Registry/GetModule", { mdl: String(MdlId) });
      const runs = actions.map(({ action }) => action);
      wanted.push(...toldTo(module, side, runs, who));
    }
    expect((await home(user)).todos.map(({ mdl: id, title }) => `${id} ${title}`).sort()).toEqual(wanted.sort());
  });

  it("tells suppliers on each card of a phone the number, state, amount and day that the list has", async () => {
    const kinds = { state: ["status"], amount: ["money", "quantity"], day: ["date", "datetime"] } as const;
    const told = { state: 0, amount: 0, day: 0 };
    for (const user of ["s054001", "s001001", "s153001", "bid54"]) {
      for (const mdl of (await home(user)).modules) {
        // It draws its cards itself.
        if (registry.modules[mdl]?.override === "advice") continue;
        const { columns, card } = await ask<ScreenModel>(user, "Registry/GetModule", { mdl: String(mdl) });
        const shown = columns.filter(({ field, fixed }) => fixed !== null || card.includes(field));
        if (columns.length > 0) expect(shown[0]?.fixed, `${user} ${mdl} names its rows`).not.toBeNull();
        for (const [kind, formats] of Object.entries(kinds) as [keyof typeof kinds, readonly string[]][]) {
          if (!columns.some(({ format }) => formats.includes(format))) continue;
          told[kind]++;
          expect(
            shown.some(({ format }) => formats.includes(format)),
            `${user} ${mdl} ${kind}`,
          ).toBe(true);
        }
      }
    }
    for (const count of Object.values(told)) expect(count).toBeGreaterThan(50);
  });

  it("puts what presses most first", async () => {
    const tones = (await home("admin54")).todos.map(({ tone }) => tone);
    const ranks = tones.map((tone) => ["error", "warning", "info"].indexOf(tone));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    expect(new Set(ranks)).toEqual(new Set([0, 1, 2]));
  });

  it("counts days from today", async () => {
    const { todos } = await home("s054001");
    const soon = todos.find(({ title }) => title === "30天内到期供应商证照");
    expect(soon?.filters).toContainEqual({ field: "enddate", operator: "between", value: [TODAY, addDays(TODAY, 30)] });
    const over = todos.find(({ title }) => title === "已过期供应商证照");
    expect(over?.filters).toContainEqual({ field: "enddate", operator: "lt", value: TODAY });
    expect(over?.count).toBeGreaterThan(0);
  });

  it("counts a supplier its own rows", async () => {
    const ofUser = async (user: string, code: string) => {
      const { todos } = await home(user);
      for (const todo of todos) {
        const owner = registry.entities[registry.modules[todo.mdl]?.entity ?? ""]?.supplierField;
        const { rows } = await list(user, todo, 5000);
        expect(rows.length, todo.title).toBe(todo.count);
        if (owner)
          expect(
            rows.filter((row) => (row[owner] ?? code) !== code),
            todo.title,
          ).toEqual([]);
      }
      return todos.map(({ title, count }) => `${title} ${count}`);
    };
    expect(await ofUser("s054001", "102001")).not.toEqual(await ofUser("s054002", "102002"));
  });

  it("says the same to whoever names another shop, supplier or user", async () => {
    for (const name of ["provid", "PROV_ID", "SHOP_ID", "username", "USER_ID", "mdl", "filter", "side"]) {
      for (const path of [HOME, "Comm/GetNoFinishBalance", "Comm/GetDHbanner"]) {
        expect(await ask("s054001", path, { [name]: "054002" })).toEqual(await ask("s054001", path));
      }
    }
  });

  it("has nothing for a group without modules, and needs a session", async () => {
    expect(await home("none54")).toEqual({
      remindcount: expect.any(Number),
      modules: [],
      todos: [],
      news: [],
      banners: [],
      charts: [],
    });
    expect(await ask<UnfinishedResult>("none54", "Comm/GetNoFinishBalance")).toEqual({ total: 0, items: [] });
    expect(await ask<HomeBanner[]>("none54", "Comm/GetDHbanner")).toEqual([]);
    for (const path of [HOME, "Comm/GetNoFinishBalance", "Comm/GetDHbanner"]) {
      expect((await call(portal, null, path)).Code).toBe(401);
    }
  });

  it("keeps shop users of an ended contract to the pages left to them", async () => {
    const { flags, modules } = profileOf(registry, (await ask<UserInfo>("admin153", "login/GetUserInfo")).user.SHOP_ID);
    const paths = (await home("admin153")).todos
      .map(({ mdl }) => modules[mdl]?.entry)
      .flatMap((entry) => (entry ? [[entry.path, ...entry.aliases]] : []));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((all) => !all.some((path) => (flags.allowPaths as string[]).includes(path)))).toEqual([]);
    expect((await home("s153001")).todos.length).toBeGreaterThan(paths.length);
  });

  it("leaves out a to-do whose function the group loses", async () => {
    const title = "待审核订单";
    const isThere = async () => (await home("buyer54")).todos.some((todo) => todo.title === title);
    expect(await isThere()).toBe(true);
    const table = registry.entities.GroupModule?.table ?? "";
    const grant = () =>
      portal.database.kysely.updateTable(table).where("SHOP_ID", "=", "0000000054").where("GroupId", "=", "G04").where("MdlId", "=", 8901);
    const before = await portal.database.kysely
      .selectFrom(table)
      .select("Funcs")
      .where("SHOP_ID", "=", "0000000054")
      .where("GroupId", "=", "G04")
      .where("MdlId", "=", 8901)
      .executeTakeFirst();
    await grant().set({ Funcs: "query" }).execute();
    expect(await isThere()).toBe(false);
    await grant().set({ Funcs: "audit" }).execute();
    expect(await isThere()).toBe(false);
    await grant().set({ Funcs: before?.Funcs }).execute();
    expect(await isThere()).toBe(true);
  });

  describe("unfinished settlements", () => {
    const ofHome = async (user: string) => {
      const { todos } = await home(user);
      const isUnfinished = await Promise.all(todos.map(async (todo) => (await declared(user, todo))?.isUnfinished === true));
      return todos.filter((_, index) => isUnfinished[index]);
    };

    it.each(PAID)("are counted for %s as on the home page", async (user) => {
      const { total, items } = await ask<UnfinishedResult>(user, "Comm/GetNoFinishBalance");
      expect(items).toEqual(await ofHome(user));
      expect(total).toBe(items.reduce((sum, { count }) => sum + count, 0));
    });

    it("are none for who has no such page", async () => {
      expect((await ask<UnfinishedResult>("buyer54", "Comm/GetNoFinishBalance")).items).toEqual([]);
      const boss = await ask<UnfinishedResult>("boss54", "Comm/GetNoFinishBalance");
      expect(boss.items.map(({ title }) => title)).toEqual(expect.arrayContaining(["待财务确认付款单", "待付款付款单"]));
      expect(boss.total).toBeGreaterThan(0);
    });
  });

  describe("news", () => {
    it("counts as many unread messages as the badge says, and one less once one is opened", async () => {
      const { news, remindcount } = await home("s054001");
      const messages = panelOf(news, "messages");
      expect(messages?.unread).toBe(remindcount);
      expect(messages?.rows.map(({ isRead }) => isRead)).not.toContain(true);
      const [first] = messages?.rows ?? [];
      await ask("s054001", `Module/${messages?.mdl}/Get`, { id: String(first?.id) });
      const after = await home("s054001");
      expect(after.remindcount).toBe(remindcount - 1);
      expect(panelOf(after.news, "messages")?.unread).toBe(remindcount - 1);
      expect(panelOf(after.news, "messages")?.rows.map(({ id }) => id)).not.toContain(first?.id);
    });

    it("marks announcements as read once the viewer has opened them", async () => {
      const boardsOf = async (user: string) => panelOf((await home(user)).news, "boards");
      const before = await boardsOf("s054001");
      const unread = before?.rows.find(({ isRead }) => !isRead);
      expect(unread).toBeDefined();
      await ask("s054001", `Module/${before?.mdl}/Get`, { id: String(unread?.id) });
      const after = await boardsOf("s054001");
      expect(after?.rows.find(({ id }) => id === unread?.id)?.isRead).toBe(true);
      expect(after?.unread).toBe((before?.unread ?? 0) - 1);
      expect((await boardsOf("admin54"))?.rows.find(({ id }) => id === unread?.id)?.isRead).toBe(false);
    });

    it("tells published announcements to the viewer's side, the pinned and the latest first", async () => {
      for (const user of ["admin54", "s054001"]) {
        const boards = panelOf((await home(user)).news, "boards");
        const side = user.startsWith("s") ? "supplier" : "shop";
        const { rows } = await ask<PageResult>(user, `Module/${boards?.mdl}/GetPage`, { rows: "50" });
        const known = new Map(rows.map((row) => [row.Id, row]));
        expect(boards?.rows.length).toBeGreaterThan(0);
        for (const { id } of boards?.rows ?? []) {
          expect(known.get(id)?.statu).toBe(10);
          expect(["all", side]).toContain(known.get(id)?.audience);
        }
        const order = boards?.rows.map(({ isPinned, time }) => `${isPinned ? 1 : 0}${time}`) ?? [];
        expect(order).toEqual([...order].sort().reverse());
      }
    });

    it("tells a supplier, and nobody else, which payments come next, with their days and amounts as its page of bills has them", async () => {
      const next = panelOf((await home("s054001")).news, "nextpayments");
      const { rows } = await ask<PageResult>("s054001", "Module/503/GetPage", { rows: "500" });
      const bills = portal.database.kysely.selectFrom(registry.entities.BalancePay?.table ?? "").select("Id");
      const stopped = new Set(
        (await bills.where("SHOP_ID", "=", "0000000054").where("Isstop", "=", true).execute()).map(({ Id }) => Number(Id)),
      );
      const waiting = rows.filter(
        ({ Id, Statu, Bala_sum, planpaydate }) =>
          [10, 20, 25].includes(Number(Statu)) && Number(Bala_sum) > 0 && planpaydate !== null && !stopped.has(Number(Id)),
      );
      waiting.sort((one, other) => (String(one.planpaydate) < String(other.planpaydate) ? -1 : 1));
      expect(next).toMatchObject({ title: "下次付款", mdl: 503, unread: 0 });
      expect(next?.rows.length).toBe(Math.min(6, waiting.length));
      expect(next?.rows.length).toBeGreaterThan(0);
      expect(next?.rows.map(({ time }) => time)).toEqual(waiting.slice(0, 6).map(({ planpaydate }) => planpaydate));
      for (const { id, title, note, isRead } of next?.rows ?? []) {
        const bill = waiting.find(({ Id }) => Id === id);
        expect({ title, note: note.replaceAll(",", ""), isRead }).toEqual({ title: bill?.Billid, note: bill?.Bala_sum, isRead: true });
      }
      for (const user of ["boss54", "fin54", "admin54"]) expect(panelOf((await home(user)).news, "nextpayments"), user).toBeUndefined();
      // What is left of one that is paid in part; and of a supplier that is stopped nothing comes.
      const { kysely } = portal.database;
      const [first] = waiting;
      const shown = async () => panelOf((await home("s054001")).news, "nextpayments")?.rows ?? [];
      const paid = kysely.updateTable("balance_pay").where("Id", "=", Number(first?.Id));
      await paid.set({ Pay_sum: 100 }).execute();
      const left = (Number(first?.Bala_sum) - 1).toFixed(2);
      expect((await shown()).find(({ id }) => id === first?.Id)?.note.replaceAll(",", "")).toBe(left);
      await paid.set({ Pay_sum: 0 }).execute();
      const file = kysely.updateTable("provider").where("SHOP_ID", "=", "0000000054").where("provid", "=", String(first?.provid));
      await file.set({ Isstop: true }).execute();
      expect(await shown()).toEqual([]);
      await file.set({ Isstop: false }).execute();
    });

    it("makes an announcement with a picture a banner, for those it is for", async () => {
      const table = registry.entities.Board?.table ?? "";
      const shop = () => portal.database.kysely.updateTable(table).where("SHOP_ID", "=", "0000000054").where("statu", "=", 10);
      await shop().where("BoardKind", "=", "announcement").set({ file: null }).execute();
      expect(await ask("s054001", "Comm/GetDHbanner")).toEqual([]);
      await shop().where("BoardKind", "=", "announcement").set({ file: "/upload/20250630101010sale.PNG", audience: "shop" }).execute();
      const banners = await ask<HomeBanner[]>("admin54", "Comm/GetDHbanner");
      const { news, banners: shown } = await home("admin54");
      const boards = panelOf(news, "boards");
      expect(shown).toEqual(banners);
      expect(banners.length).toBeGreaterThan(0);
      expect(banners[0]).toEqual({
        title: boards?.rows[0]?.title,
        img: "/upload/20250630101010sale.PNG",
        url: `${boards?.path}/show/${boards?.rows[0]?.id}`,
      });
      expect(await ask("s054001", "Comm/GetDHbanner")).toEqual([]);
      await shop().set({ file: "/upload/20250630101010terms.docx" }).execute();
      expect(await ask("admin54", "Comm/GetDHbanner")).toEqual([]);
    });
  });

  it("keeps no session alive by asking again, as it does by itself", async () => {
    const token = await signIn(portal, "boss54");
    for (let minutes = 0; minutes < 40; minutes += 10) {
      await call(portal, token, HOME);
      portal.advance(10 * 60_000);
    }
    expect((await call(portal, token, HOME)).Code).toBe(401);
  });
});

/** Of each shop the staff, its first two suppliers and a bidder. */
async function demoUsers({ database, registry: { entities } }: Portal): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom(entities.User?.table ?? "")
    .select("USER_ID")
    .where("statu", "=", 1)
    .orderBy("USER_ID")
    .execute();
  return rows.map(({ USER_ID }) => String(USER_ID)).filter((name) => !/^s\d{3}/.test(name) || /00[12]$/.test(name));
}

/** Judged anew: sides by the audience, rights by the buttons of the screen, and the few conditions that are there. */
function toldTo({ id, todos }: Module, side: Audience, runs: readonly string[], { isconfirm, SHOP_ID }: UserInfo["user"]): string[] {
  const { flags } = profileOf(registry, SHOP_ID);
  const holds = (when: unknown): boolean => {
    const [[word, value]] = Object.entries(when as object) as [[string, never]];
    if (word === "not") return !holds(value);
    const [name, expected] = value as readonly [string, unknown];
    return word === "flag" ? flags[name] === expected : word === "actor" && name === "isconfirm" && isconfirm === expected;
  };
  const told = todos.filter(({ audience, action, when }) => {
    return fits(audience, side) && (action === null || runs.includes(action)) && (when === null || holds(when));
  });
  return told.map(({ title }) => `${id} ${title}`);
}

const panelOf = (news: readonly HomeNews[], key: string) => news.find((panel) => panel.key === key);
