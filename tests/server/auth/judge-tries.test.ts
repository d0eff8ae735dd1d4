import { describe, expect, it } from "vitest";
import { addressKey } from "../../../src/server/auth/address-key.ts";
import { ownKey, userKey } from "../../../src/server/auth/failure-store.ts";
import { COUNTS_FOR, type FailureCounts, WAITS, waitOfNewcomer, waitOfPlace } from "../../../src/server/auth/judge-tries.ts";
import { readTicket, signTicket } from "../../../src/server/auth/wait-ticket.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const counts = (some: Partial<FailureCounts>): FailureCounts => ({ place: 0, lastOfPlace: 0, address: 0, user: 0, ...some });
const seconds = (waits: readonly number[]) => waits.map((ms) => ms / SECOND);

describe("how long a try waits", () => {
  it("is twice as long after each failure of the user here, an hour at most", () => {
    const failures = [0, 2, 3, 4, 5, 8, 13, 14, 40];
    expect(seconds(failures.map((place) => waitOfPlace(counts({ place }))))).toEqual([0, 0, 2, 4, 8, 64, 2048, 3600, 3600]);
    expect(waitOfPlace(counts({ address: 99, user: 99 })), "others' failures are not his").toBe(0);
  });

  it.each(["address", "user"] as const)("grows for newcomers with the failures of the %s, to a minute and no more", (whose) => {
    const failures = [9, 10, 13, 14, 18, 26, 30, 10_000];
    expect(seconds(failures.map((count) => waitOfNewcomer(counts({ [whose]: count }))))).toEqual([0, 2, 2, 4, 8, 32, 60, 60]);
    expect(waitOfNewcomer(counts({ place: 14 }))).toBe(0);
  });

  it("lets one address guess at one user some forty times a day", () => {
    let [tries, now] = [0, 0];
    for (; now < COUNTS_FOR.place; tries++) now += waitOfPlace(counts({ place: tries + 1 }));
    expect(tries).toBeLessThanOrEqual(40);
    expect(WAITS.place.free).toBe(3);
  });
});

describe("a ticket", () => {
  const key = { user: "u", address: "192.0.2.1" };
  const ticket = signTicket("secret", key, 5000.7);

  it("says since when its holder waits, for ten minutes", () => {
    expect(readTicket("secret", key, ticket, 5000)).toBe(5000);
    expect(readTicket("secret", key, ticket, 5000 + 10 * MINUTE - 1)).toBe(5000);
    expect(readTicket("secret", key, ticket, 5000 + 10 * MINUTE)).toBeNull();
    expect(readTicket("secret", key, ticket, 4999), "not from the future").toBeNull();
  });

  it.each([
    ["another user's", "secret", { ...key, user: "v" }, ticket],
    ["another address's", "secret", { ...key, address: "192.0.2.2" }, ticket],
    ["another server's", "other", key, ticket],
    ["set back", "secret", key, ticket.replace(/^[^.]+/, "1")],
    ["cut", "secret", key, ticket.slice(0, -1)],
    ["none", "secret", key, ""],
    ["a megabyte", "secret", key, "a".repeat(1_000_000)],
  ])("is worth nothing when it is %s", (_title, secret, whose, text) => expect(readTicket(secret, whose, text, 6000)).toBeNull());
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

  it("is for his own devices and sessions apart from what others try", () => {
    expect(ownKey("admin01", "place").user).not.toBe(userKey("admin01"));
  });
});
