import { describe, expect, it } from "vitest";
import { ApiError, TransportError } from "../../src/shared/protocol/envelope.ts";
import { errorToast, toastOf } from "../../src/web/providers/notification-provider.ts";

describe("errorToast", () => {
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

  it.each([0, 401, 404, 429, 500, 502, 503])("a failure of the transport stays 5 seconds, with status %i too", (status) =>
    expect(errorToast(new TransportError(status, "请求错误"))).toMatchObject({ text: "请求错误", seconds: 5 }),
  );

  it("has a default text", () => expect(errorToast(new ApiError(422, ""))?.text).toBe("请求错误"));
  it("does not show the inside of a bug", () => expect(errorToast(new TypeError("x is undefined"))?.text).toBe("请求错误"));
  it("is silent about what the user cancelled", () => expect(errorToast(new DOMException("", "AbortError"))).toBeNull());

  it("gives one cause one key, whatever the request is called", () => {
    const key = (code: number, text: string, id?: string) => errorToast(new ApiError(code, text, id))?.key;
    expect(key(422, "a")).toBe(key(422, "a"));
    expect(key(422, "a")).not.toBe(key(422, "b"));
    expect(key(500, "a", "1")).toBe(key(500, "a", "2"));
  });

  it("carries the request's id where the server failed, and only there", () => {
    expect(errorToast(new ApiError(500, "系统错误", "ab12cd34"))).toMatchObject({ requestId: "ab12cd34" });
    expect(errorToast(new TransportError(502, "请求错误", "ab12cd34"))).toMatchObject({ requestId: "ab12cd34" });
    expect(errorToast(new ApiError(422, "缺少", "ab12cd34"))).not.toHaveProperty("requestId");
    expect(errorToast(new ApiError(500, "系统错误"))).not.toHaveProperty("requestId");
  });

  it("has the rows of the guard", () => {
    expect(toastOf("noModule")).toMatchObject({ text: "不存在模块权限！", seconds: 5 });
    expect(toastOf("contractEnded")).toMatchObject({ text: "由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能", seconds: 5 });
  });
});
