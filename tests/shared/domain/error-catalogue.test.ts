import { describe, expect, it } from "vitest";
import { ERRORS, endsSession, errorIdOf, textOf } from "../../../src/shared/domain/error-catalogue.ts";
import { ApiError, readEnvelope, TransportError } from "../../../src/shared/protocol/envelope.ts";

function thrown(answer: unknown): ApiError {
  try {
    readEnvelope(answer, "id");
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error("nothing was thrown");
}

describe("the texts of the specification", () => {
  it("stand as they are written there", () => {
    const texts = Object.fromEntries(Object.entries(ERRORS).flatMap(([id, { text }]) => (text === null ? [] : [[id, text]])));
    expect(texts).toMatchObject({
      noModules: "该账号暂无权限",
      noModule: "不存在模块权限！",
      contractEnded: "由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能",
      awaitInvoice: "请等待供应商上传发票",
      noAttachment: "该单据未上传附件/没有支付权限",
      notAnImage: "只能上传图片格式文件",
      uploadFailed: "上传失败",
      amountNotANumber: "错误：金额不是合法的数值！",
      timeout: expect.stringMatching(/^请求超时/),
      chooseFile: "请选择查看/下载文件",
    });
  });
});

describe("the row of a failure", () => {
  it.each([
    [{ Code: 401, Msg: "a" }, "code401"],
    [{ Code: 404, Msg: "a" }, "code404"],
    [{ Code: 500, Msg: "a" }, "code500"],
    [{ Code: 400, Msg: "a" }, "otherCode"],
    [{ Code: 422, Msg: "a" }, "otherCode"],
    [{ Code: 503, Msg: "a" }, "otherCode"],
    [{ Code: 201, Msg: "a" }, "otherCode"],
    [{ Msg: "Request failed with status code 401" }, "transport401"],
    [{ Msg: "Request failed with status code 502" }, "transport"],
    [{}, "transport"],
    [null, "transport"],
    ["text", "transport"],
  ])("%j is %s", (answer, id) => expect(errorIdOf(thrown(answer))).toBe(id));

  it.each([
    [new TransportError(401, "请求错误"), "transport401"],
    [new TransportError(0, ERRORS.timeout.text), "timeout"],
    [new TransportError(0, ERRORS.offline.text), "offline"],
    [new TransportError(502, "请求错误"), "transport"],
    [new TransportError(0, "单据 4012 超时"), "transport"],
    [new ApiError(422, "单据 401 已付款"), "otherCode"],
  ])("%s is %s", (error, id) => expect(errorIdOf(error)).toBe(id));

  it("ends the session for a 401 of either kind, and for nothing else", () => {
    expect(endsSession(new ApiError(401, "a"))).toBe(true);
    expect(endsSession(new TransportError(401, "a"))).toBe(true);
    expect(endsSession(new TransportError(0, "status code 401"))).toBe(true);
    expect(endsSession(new ApiError(403, "401"))).toBe(false);
    expect(endsSession(new TransportError(0, "a"))).toBe(false);
  });
});

describe("what a failure says (docs/decisions/12)", () => {
  it.each([
    [{ Code: 422, Msg: "a", msg: "b", Result: "c" }, "a"],
    [{ Code: 422, Msg: "", msg: "b", Result: "c" }, "b"],
    [{ Code: 422, Msg: null, Result: "c" }, "c"],
    [{ Code: 422, Msg: "", Result: { text: "d" } }, "请求错误"],
    [{ Code: 422 }, "请求错误"],
    [{ Code: 500, Msg: 5 }, "请求错误"],
    [{}, "请求错误"],
    [null, "请求错误"],
  ])("%j: %s", (answer, text) => {
    const error = thrown(answer);
    expect(textOf(error)).toBe(text);
    expect(error.requestId).toBe("id");
  });
});
