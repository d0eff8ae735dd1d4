import { describe, expect, it } from "vitest";
import { addressKey } from "../../../src/server/auth/address-key.ts";
import { userKey } from "../../../src/server/auth/failure-store.ts";
import { type Failure, judgeTries, LIMITS, WINDOW_MS } from "../../../src/server/auth/judge-tries.ts";

const failures = (count: number, kind: Partial<Failure>): Failure[] =>
  Array.from({ length: count }, (_none, index) => ({ at: 1000 * (index + 1), isUser: false, isAddress: false, isPair: false, ...kind }));
const STRANGER = { isUser: true };
const COLLEAGUE = { isAddress: true };
const OWN = { isUser: true, isAddress: true, isPair: true };
const HAMMERED = { isAddress: true, isPair: true };

describe("what failed tries mean for the next", () => {
  it("is nothing without any", () => {
    expect(judgeTries([])).toEqual({ needsCaptcha: false, closedUntil: 0, narrowUntil: 0, hasOwnFailures: false });
  });

  it.each([
    ["strangers at this user", LIMITS.captchaOfUser, STRANGER],
    ["the user himself", LIMITS.captchaOfUser, OWN],
    ["colleagues at this address", LIMITS.captchaOfAddress, COLLEAGUE],
  ])("is a captcha after the failures of %s", (_title, limit, kind) => {
    expect(judgeTries(failures(limit - 1, kind)).needsCaptcha).toBe(false);
    expect(judgeTries(failures(limit, kind))).toMatchObject({ needsCaptcha: true, closedUntil: 0, narrowUntil: 0 });
  });

  it.each([
    ["this user from this address", LIMITS.pair, OWN],
    ["this user from this address without a captcha", LIMITS.pair, HAMMERED],
    ["this address", LIMITS.address, COLLEAGUE],
    ["this user from everywhere", LIMITS.userAtMost, STRANGER],
  ])("is a closed door after the failures of %s, until the first of them no longer counts", (_title, limit, kind) => {
    expect(judgeTries(failures(limit - 1, kind)).closedUntil).toBe(0);
    expect(judgeTries(failures(limit, kind)).closedUntil).toBe(1000 + WINDOW_MS);
    expect(judgeTries(failures(limit + 2, kind).reverse()).closedUntil).toBe(3000 + WINDOW_MS);
  });

  it("is a narrow door when strangers used up the tries of the user", () => {
    expect(judgeTries(failures(LIMITS.user, STRANGER))).toMatchObject({
      narrowUntil: 1000 + WINDOW_MS,
      closedUntil: 0,
      hasOwnFailures: false,
    });
  });

  it("is nothing for the user when only his address hammered", () => {
    expect(judgeTries(failures(LIMITS.pair - 1, HAMMERED))).toMatchObject({ needsCaptcha: false, narrowUntil: 0 });
  });
});

describe("what tries are counted by", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:2::1", "2001:db8:1:2::/64"],
    ["2001:db8::5:6:7:8", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
  ])("is for the address %s %s", (ip, key) => expect(addressKey(ip)).toBe(key));

  it("is one name however it is spelled, and tells nothing of it", () => {
    const spellings = ["admin01", " Admin01", "ADMIN01\u3000", "ａｄｍｉｎ０１"];
    expect(new Set(spellings.map(userKey)).size).toBe(1);
    expect(userKey("admin02")).not.toBe(userKey("admin01"));
    expect(userKey("admin01")).not.toContain("admin");
  });
});
