import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { announceSetup } from "../../../src/server/features/setup/announce-setup.ts";
import { type Answer, call, FORM, form, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { TODAY } from "../app/fixtures/world.ts";
import { openAsLogin } from "../db/fixtures/test-database.ts";

const HOUR = 3_600_000;
const PASSWORD = "Own-words-77";
const VALUES = {
  kind: "retail",
  shop: "1000000001",
  name: "清风百货",
  market: "",
  marketName: "",
  profile: "plain",
  user: "wang.yi",
  userName: "王一",
  password: PASSWORD,
};

// docs/decisions/106
describe("the first start of an empty database", () => {
  let portal: Portal;
  let time = Date.parse(`${TODAY}T10:00:00+08:00`);
  beforeAll(async () => {
    // As production is signed in: the login owns nothing.
    portal = await openPortal({ open: openAsLogin, fill: Object.assign(async () => undefined, { template: "no_rows" }) });
  });

  const token = async () => {
    const lines = await announceSetup(portal.database.kysely, portal.registry, "http://portal.example", new Date(time));
    return lines.map((line) => /setup\?token=(\S+)/.exec(line)?.[1] ?? "").join("");
  };
  const save = (said: Partial<typeof VALUES>, of: string): Promise<Answer> =>
    call(portal, null, "Setup/Save", { ...VALUES, ...said, token: of });
  const wait = (ms: number) => {
    portal.advance(ms);
    time += ms;
  };
  // Looks and tries are counted by the hour.
  beforeEach(() => wait(2 * HOUR));

  it("tells nothing without the address that the server printed, and nothing an hour later", async () => {
    expect(await call(portal, null, "Setup/GetForm", { token: "x".repeat(43) })).toMatchObject({ Code: 404 });
    expect(await save({}, "x".repeat(43))).toMatchObject({ Code: 404 });
    const printed = await token();
    expect(printed).toHaveLength(43);
    expect(await call(portal, null, "Setup/GetForm", { token: printed })).toMatchObject({
      Code: 200,
      Result: {
        shop: "1000000001",
        profiles: [
          { name: "plain" },
          ...Object.keys(portal.registry.profiles)
            .filter((name) => !/^plain$|\+/.test(name))
            .map(() => expect.anything()),
        ],
      },
    });
    wait(HOUR);
    expect(await call(portal, null, "Setup/GetForm", { token: printed })).toMatchObject({ Code: 404 });
    expect(await save({}, printed)).toMatchObject({ Code: 404 });
  });

  it("tells everything that is wrong, at its fields, and keeps the address", async () => {
    const printed = await token();
    const { Code, Result } = await save(
      { kind: "shop", shop: "12", name: " ", profile: "nobody", user: "ab", userName: "", password: "password123", marketName: "某商场" },
      printed,
    );
    expect(Code).toBe(400);
    expect(Result.problems.map(({ field }: { field: string }) => field)).toEqual([
      "kind",
      "shop",
      "name",
      "market",
      "profile",
      "user",
      "userName",
      "password",
    ]);
    const named = Object.keys(portal.registry.shopProfiles)[0] ?? "";
    expect((await save({ shop: named }, printed)).Msg).toContain("配置文件已为该编号指定特性");
    expect((await save({ kind: "mall", market: "1000000009", marketName: "某商场" }, printed)).Msg).toContain("商场不属于其他商场");
    expect((await call(portal, null, "Setup/GetForm", { token: printed })).Code).toBe(200);
  });

  it("opens one shop with its administrator, whoever sets up at the same moment, and never again", async () => {
    // Each process prints an address of its own.
    const [one, other] = [await token(), await token()];
    const profile = Object.keys(portal.registry.profiles).find((name) => name !== "plain" && !name.includes("+")) ?? "";
    const tries = [
      save({ profile, market: "1000000008", marketName: "清风广场" }, one),
      save({ shop: "1000000002", user: "li.er" }, one),
      save({ shop: "1000000003", user: "zhao.san" }, other),
    ];
    const answers = await Promise.all(tries);
    expect(answers.map(({ Code }) => Code).sort()).toEqual([200, 422, 422]);
    const done = answers.findIndex(({ Code }) => Code === 200);
    const [user, shop] = [answers[done]?.Result.user, ["1000000001", "1000000002", "1000000003"][done]];
    expect(await save({ shop: "1000000004", user: "sun.wu" }, one)).toMatchObject({ Code: 422 });
    expect(await call(portal, null, "Setup/GetForm", { token: other })).toMatchObject({ Code: 422 });
    expect(await token()).toBe("");

    const session = await signIn(portal, user, PASSWORD);
    const info = await call(portal, session, "login/GetUserInfo");
    expect(info.Result.user).toMatchObject({ USER_ID: user, SHOP_ID: shop, ShopName: "清风百货", isout: 1 });
    expect(info.Result.mdl.length).toBeGreaterThan(60);
    if (done === 0) expect((await call(portal, session, "Module/102/GetPage", { page: "1", rows: "10" })).Result.rows).toHaveLength(1);
  });

  it("gives the shop the standard groups of the files, which users are put into", async () => {
    const session = await signIn(portal, await onlyUser(portal), PASSWORD);
    const groups = await call(portal, session, "Module/803/GetPage", { page: "1", rows: "50" });
    const own = Object.entries(portal.registry.userGroups).filter(([, { kind }]) => kind === "own");
    expect(groups.Result.rows.map(({ GroupId }: { GroupId: string }) => GroupId).sort()).toEqual(own.map(([id]) => id).sort());
    const saved = await call(portal, session, "Module/801/Save", { USER_ID: "qian.er", UsrName: "钱二", GroupId: "finance" });
    expect(saved).toMatchObject({ Code: 200 });
    const given = /：(\w{12})（/.exec(saved.Result.notice)?.[1] ?? "";
    expect(given).not.toBe("");
    const payload = form({ grant_type: "password", username: "qian.er", password: given });
    const reply = await portal.app.inject({ method: "POST", url: "/connect/token", payload, headers: FORM });
    expect(reply.json()).toMatchObject({ change_password: true });
  });
});

const onlyUser = async ({ database }: Portal): Promise<string> => {
  const row = await database.kysely.selectFrom("_credential").select("USER_ID").executeTakeFirstOrThrow();
  return String(row.USER_ID);
};
