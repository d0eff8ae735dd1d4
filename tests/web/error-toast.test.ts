import { describe, expect, it } from "vitest";
import { ApiError } from "../../src/shared/protocol/envelope.ts";
import { errorToast } from "../../src/web/providers/error-toast.ts";

describe("errorToast (specification section 8)", () => {
  it.each([
    [401, 5],
    [404, 5],
    [500, 5],
    [0, 5],
    [400, 10],
    [403, 10],
    [409, 10],
    [422, 10],
    [429, 10],
    [503, 10],
  ])("code %i stays %i seconds", (code, seconds) => {
    expect(errorToast(new ApiError(code, "请等待供应商上传发票"))).toMatchObject({ text: "请等待供应商上传发票", seconds });
  });

  it("has a default text", () => expect(errorToast(new ApiError(422, ""))?.text).toBe("请求错误"));
  it("does not show the inside of a bug", () => expect(errorToast(new TypeError("x is undefined"))?.text).toBe("请求错误"));
  it("is silent about what the user cancelled", () => expect(errorToast(new DOMException("", "AbortError"))).toBeNull());

  it("gives one cause one key", () => {
    const key = (code: number, text: string) => errorToast(new ApiError(code, text))?.key;
    expect(key(422, "a")).toBe(key(422, "a"));
    expect(key(422, "a")).not.toBe(key(422, "b"));
  });
});
