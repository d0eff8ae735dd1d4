import { describe, expect, it } from "vitest";
import { misfitsTables, retrying, toApiError } from "../../../src/server/db/errors.ts";

const coded = (code: string): Error => Object.assign(new Error("x"), { code });

describe("toApiError", () => {
  it.each([
    ["22P02", 400],
    ["22021", 400],
    ["22003", 400],
    ["23502", 400],
    ["23514", 400],
    ["54001", 400],
    ["23505", 409],
    ["23503", 409],
    ["40001", 409],
    ["40P01", 409],
    ["55P03", 503],
    ["57014", 503],
    ["57P01", 503],
    ["08006", 503],
    ["53300", 503],
    ["ECONNREFUSED", 503],
    ["ECONNRESET", 503],
    ["EPIPE", 503],
    ["ETIMEDOUT", 503],
  ])("%s is %i", (code, expected) => expect(toApiError(coded(code))?.code).toBe(expected));

  it("uses the fixed texts", () => {
    expect(toApiError(coded("22P02"))?.message).toBe("输入的数据不合法");
    expect(toApiError(coded("23505"))?.message).toBe("数据重复或已被引用");
    expect(toApiError(coded("08006"))?.message).toBe("数据库暂时不可用，请稍后重试");
    // The database is well.
    expect(toApiError(coded("55P03"))?.message).toBe("数据正被他人修改，请稍后重试");
    expect(toApiError(coded("57014"))?.message).toBe("操作用时过长，已停止，请缩小范围或稍后重试");
  });

  it.each([
    "Connection terminated unexpectedly",
    "Client has encountered a connection error and is not queryable",
    "timeout exceeded when trying to connect",
  ])("knows the driver's words: %s", (message) => expect(toApiError(new Error(message))?.code).toBe(503));

  it.each([coded("42601"), coded("42P01"), new TypeError("x"), null, undefined, "22P02", {}])("leaves %s alone", (error) => {
    expect(toApiError(error)).toBeNull();
  });
});

describe("misfitsTables", () => {
  it.each(["42703", "42P01", "42804", "42883"])("%s is of a statement for other tables", (code) =>
    expect(misfitsTables(coded(code))).toBe(true),
  );

  it.each(["22P02", "23514", "42501", "42601", "08006"])("%s is not", (code) => expect(misfitsTables(coded(code))).toBe(false));
});

describe("retrying", () => {
  const failing = (code: string, failures: number): { run: () => Promise<string>; calls: () => number } => {
    let calls = 0;
    const run = async (): Promise<string> => {
      calls++;
      if (calls <= failures) throw coded(code);
      return "done";
    };
    return { run, calls: () => calls };
  };

  it.each(["40001", "40P01"])("tries again after %s", async (code) => {
    expect(await retrying(failing(code, 3).run)).toBe("done");
    const stubborn = failing(code, 9);
    await expect(retrying(stubborn.run, 2)).rejects.toMatchObject({ code });
    expect(stubborn.calls()).toBe(3);
  });

  it("does not repeat other failures", async () => {
    const other = failing("23505", 1);
    await expect(retrying(other.run)).rejects.toMatchObject({ code: "23505" });
    expect(other.calls()).toBe(1);
  });
});
