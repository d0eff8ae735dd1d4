import { afterAll, beforeAll, expect, it } from "vitest";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, signIn } from "./fixtures/portal.ts";

describeEngine("how long pages are looked at", (open) => {
  let portal: Portal;
  let token: string;
  beforeAll(async () => {
    portal = await openPortal({ open });
    token = await signIn(portal, "s1");
  });
  afterAll(() => portal.app.close());
  const stay = (stays: unknown) => call(portal, token, "Usage/AddStay", { stays: JSON.stringify(stays) });

  it("is refused in words where it is nonsense", async () => {
    for (const wrong of [
      7,
      {},
      [7],
      [[8901]],
      [[8901, 0]],
      [[8901, -5]],
      [[8901, 1.5]],
      [[8901, "9"]],
      [[8901, 86_401]],
      Array(101).fill([8901, 1]),
    ])
      expect(await stay(wrong), JSON.stringify(wrong)).toMatchObject({ Code: 400, Msg: "参数 stays 应为列表 [[模块号,秒数],…]" });
  });

  it("is added up by user, page and day, of pages that the user has alone", async () => {
    const { Result } = await call(portal, token, "login/GetUserInfo");
    const own = (Result as { mdl: { MdlId: number }[] }).mdl.map(({ MdlId }) => MdlId);
    const mdl = own[0] ?? 0;
    const foreign =
      Object.keys(portal.registry.modules)
        .map(Number)
        .find((id) => !own.includes(id)) ?? 0;
    expect((await stay([[mdl, 30]])).Code).toBe(200);
    expect(
      (
        await stay([
          [mdl, 12],
          [foreign, 40],
          [99_999, 40],
        ])
      ).Code,
    ).toBe(200);
    await portal.app.close();
    const rows = await portal.database.kysely.selectFrom("usage_log").select(["MdlId", "USER_ID", "seconds", "visits"]).execute();
    expect(rows).toEqual([{ MdlId: mdl, USER_ID: "s1", seconds: 42, visits: 0 }]);
  });
});
