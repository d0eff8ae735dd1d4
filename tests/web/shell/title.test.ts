import { describe, expect, it } from "vitest";
import { contractNotice } from "../../../src/web/shell/contract-notice.ts";
import { miniCode } from "../../../src/web/shell/title/MiniCodeButton.tsx";

describe("the notice about the contract", () => {
  const text = (lastoutday: number | null, PROV_ID = "") => contractNotice({ PROV_ID, lastoutday })?.text ?? null;

  it.each([0, 1, 10, 14])("warns with %d days left", (days) => expect(text(days)).toBe(`您的合约还有${days}天到期，请及时联系招商部续约`));
  it.each([15, 16, 400, null])("says nothing with %s days left", (days) => expect(text(days)).toBeNull());
  it.each([-1, -20])("says that it is over with %d days left", (days) => expect(text(days)).toBe("合约已过期"));
  it.each([0, 10, -20])("says nothing to a supplier, whatever the days: %d", (days) => expect(text(days, "102001")).toBeNull());
});

describe("the code for the phone", () => {
  const ORIGIN = "https://portal.example";
  it("is an uploaded picture", () => expect(miniCode("/uploads/abcdefgh/a.png", ORIGIN).picture).toBe("/uploads/abcdefgh/a.png"));
  it.each(["https://a.example/x", "//a.example/x", "weixin://dl/abc", "某小程序"])("is drawn from a text: %s", (setting) =>
    expect(miniCode(setting, ORIGIN)).toMatchObject({ picture: null, text: setting }),
  );
  it("leads to the portal where none is set", () => expect(miniCode("", ORIGIN)).toMatchObject({ picture: null, text: ORIGIN }));
});
