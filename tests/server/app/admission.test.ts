import { afterEach, describe, expect, it, vi } from "vitest";
import { Admission, type Asker, type Weight } from "../../../src/server/http/admission.ts";
import { lanesOf } from "../../../src/server/http/lanes.ts";
import { LongLists } from "../../../src/server/http/long-lists.ts";
import { ApiError } from "../../../src/shared/protocol/envelope.ts";

const LANES = { most: 12, long: 2, queue: 300, waitMs: 60_000 } as const;

/** A server on which every call lasts until it is ended, and a clock that stands. */
class Server {
  now = 0;
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  readonly admission: Admission;
  readonly #ends = new Map<string, () => void>();

  constructor(lanes = {}) {
    this.admission = new Admission({ ...LANES, ...lanes }, () => this.now);
  }

  /** A call of a user of a party, which is a shop of its own unless it says so (`A.supplier`); its name is the user's, and a number. */
  async ask(name: string, party: string, weight: Weight = "usual", left?: AbortSignal): Promise<void> {
    const asker: Asker = { user: name.split("/")[0] ?? "", party, shop: party.split(".")[0] ?? "" };
    void this.admission
      .run(
        asker,
        weight,
        () => {
          this.begun.push(name);
          return new Promise<void>((end) => this.#ends.set(name, end));
        },
        left,
      )
      .catch((error: unknown) => this.refused.push(error instanceof ApiError ? `${error.code}` : String(error)));
    await settled();
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    this.#ends.delete(name);
    await settled();
  }

  /** Ends one call after the other, the first that began first, until nothing is left to do. */
  async endAll(): Promise<void> {
    for (let [name] = this.#ends.keys(); name !== undefined; [name] = this.#ends.keys()) await this.end(name);
  }

  /** Calls at work of those whose names begin so, in the order in which they began. */
  atWork(whose: string): string[] {
    return [...this.#ends.keys()].filter((name) => name.startsWith(whose));
  }
}

const settled = () => new Promise<void>((done) => setImmediate(done));

afterEach(() => {
  vi.useRealTimers();
});

describe("whose call is served next", () => {
  it("gives somebody who is alone all there is", async () => {
    const server = new Server();
    for (let n = 0; n < 20; n++) await server.ask(`a/${n}`, "A");
    expect(server.begun).toHaveLength(12);
    await server.end("a/0");
    expect(server.begun).toHaveLength(13);
  });

  it("lets nobody beside others have more than his share, and makes those who wait take turns", async () => {
    const server = new Server();
    await server.ask("b/0", "B");
    for (let n = 0; n < 6; n++) await server.ask(`a/${n}`, "A");
    expect(server.begun).toEqual(["b/0", "a/0", "a/1"]);
    await server.ask("b/1", "B");
    await server.ask("b/2", "B");
    expect(server.begun).toEqual(["b/0", "a/0", "a/1", "b/1"]);
    await server.end("a/0");
    expect(server.begun.at(-1)).toBe("a/2");
    await server.end("b/0");
    expect(server.begun.at(-1)).toBe("b/2");
  });

  it("counts all users of one supplier together", async () => {
    const server = new Server();
    await server.ask("b/0", "B");
    for (const user of ["a1", "a2", "a3", "a4"]) for (const n of [0, 1]) await server.ask(`${user}/${n}`, "A.1");
    expect(server.begun.filter((name) => name.startsWith("a"))).toHaveLength(6);
    await server.end("a1/0");
    // The one who waits longest among them, not who asked first.
    expect(server.begun.at(-1)).toBe("a4/0");
  });

  it("keeps a quarter of all places for who comes from another shop, however many suppliers the one has", async () => {
    const server = new Server();
    await server.ask("b/0", "B");
    await server.end("b/0");
    for (let n = 0; n < 20; n++) await server.ask(`a${n}/0`, `A.${n}`);
    expect(server.atWork("a")).toHaveLength(9);
    await server.ask("b/1", "B");
    expect(server.begun.at(-1)).toBe("b/1");
  });

  it("serves shop by shop in turn, party by party within one and user by user within that", async () => {
    const server = new Server({ most: 2 });
    for (const name of ["x/0", "y/0"]) await server.ask(name, name.slice(0, 1).toUpperCase());
    for (const [name, party] of [
      ["a1/0", "A"],
      ["a1/1", "A"],
      ["a2/0", "A"],
      ["s1/0", "A.1"],
      ["s1/1", "A.1"],
      ["s2/0", "A.2"],
      ["b1/0", "B"],
      ["b1/1", "B"],
      ["c1/0", "C"],
    ] as const)
      await server.ask(name, party);
    await server.endAll();
    expect(server.begun.slice(2)).toEqual(["a1/0", "b1/0", "c1/0", "s1/0", "b1/1", "s2/0", "a2/0", "s1/1", "a1/1"]);
  });

  it("gives all who ask in loops for one party one turn together, and its other users theirs", async () => {
    const server = new Server();
    await server.ask("b/0", "B");
    for (const user of ["a1", "a2"]) for (let n = 0; n < 12; n++) await server.ask(`${user}/${n}`, "A");
    expect(server.atWork("a")).toEqual(["a1/0", "a1/1", "a2/0", "a2/1"]);
    await server.ask("a3/0", "A");
    expect(server.begun.at(-1)).toBe("a3/0");
    for (const name of ["a1/0", "a1/1", "a2/0", "a2/1"]) await server.end(name);
    expect(server.atWork("a")).toEqual(["a3/0", "a1/2"]);
    await server.end("a1/2");
    expect(server.atWork("a")).toEqual(["a3/0", "a2/2"]);
    for (let n = 2; n < 8; n++) for (const user of ["a2", "a1"]) await server.end(`${user}/${n + (user === "a1" ? 1 : 0)}`);
    // Who has no more waiting than a hand makes has his usual share again.
    expect(server.atWork("a1")).toHaveLength(2);
  });

  it("forgets who has not called for a while", async () => {
    const server = new Server();
    await server.ask("b/0", "B");
    await server.end("b/0");
    for (let n = 0; n < 3; n++) await server.ask(`a/${n}`, "A");
    expect(server.begun).not.toContain("a/2");
    server.now = 3000;
    await server.end("a/0");
    expect(server.begun).toContain("a/2");
  });

  it("gives what is long a lane of its own: it fills no other place, and waits for its own kind only", async () => {
    const server = new Server();
    for (const user of ["a", "b", "c", "d"]) await server.ask(`${user}/0`, user, "long");
    expect(server.begun).toEqual(["a/0", "b/0"]);
    for (const user of ["e", "f", "g"]) await server.ask(`${user}/0`, user);
    expect(server.begun.slice(2)).toEqual(["e/0", "f/0", "g/0"]);
    await server.end("a/0");
    expect(server.begun.at(-1)).toBe("c/0");
  });

  it("lets rows be taken away only when few others are at work, two at a time, and not never", async () => {
    const server = new Server({ most: 8 });
    for (const user of ["b", "c", "d", "e"]) await server.ask(`${user}/0`, user);
    await server.ask("a/0", "A", "heavy");
    expect(server.begun).not.toContain("a/0");
    await server.end("b/0");
    expect(server.begun).toContain("a/0");
    await server.ask("f/0", "F", "heavy");
    server.now = 6000;
    await server.ask("g/0", "G");
    await server.end("c/0");
    expect(server.begun).toContain("f/0");
    await server.ask("h/0", "H", "heavy");
    await server.end("g/0");
    expect(server.begun).not.toContain("h/0");
  });

  it("refuses who has too many waiting, and nobody else", async () => {
    const server = new Server();
    await server.ask("b/0", "B");
    for (let n = 0; n < 203; n++) await server.ask(`a/${n}`, "A");
    expect(server.refused).toEqual(["429"]);
    await server.ask("b/1", "B");
    expect(server.begun).toContain("b/1");
  });

  it("refuses with another time to come where more wait than are good, and who has waited too long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const server = new Server({ most: 2, queue: 3, waitMs: 30 });
    for (const user of ["a", "b", "c", "d", "e", "f"]) await server.ask(`${user}/0`, user);
    vi.advanceTimersByTime(29);
    await settled();
    expect([server.begun, server.refused]).toEqual([["a/0", "b/0"], ["503"]]);
    vi.advanceTimersByTime(1);
    await settled();
    expect(server.refused).toEqual(["503", "503", "503", "503"]);
    expect(server.admission.waiting).toBe(0);
    await server.end("a/0");
    await server.ask("g/0", "g");
    expect(server.begun.at(-1)).toBe("g/0");
  });

  it("does nothing for who has left, and whoever comes next moves up", async () => {
    const server = new Server({ most: 2 });
    for (const user of ["a", "b"]) await server.ask(`${user}/0`, user);
    const leaving = new AbortController();
    await server.ask("c/0", "c", "usual", leaving.signal);
    await server.ask("d/0", "d", "usual", AbortSignal.abort());
    await server.ask("e/0", "e");
    leaving.abort();
    await settled();
    expect(server.admission.waiting).toBe(1);
    await server.end("a/0");
    expect(server.begun).toEqual(["a/0", "b/0", "e/0"]);
  });

  it("goes on after a call that fails", async () => {
    const admission = new Admission(LANES);
    const asker = { user: "a", party: "A", shop: "A" };
    await expect(admission.run(asker, "usual", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    await expect(admission.run(asker, "heavy", async () => 1)).resolves.toBe(1);
  });
});

describe("how many calls are at work", () => {
  it("is less than there are connections, and some of them are kept from what is long", () => {
    expect(lanesOf("postgres", {})).toEqual({ most: 8, long: 2, queue: 1000, waitMs: 60_000 });
    expect(lanesOf("postgres", { databaseConnections: 30, queueLength: 5, queueSeconds: 3 })).toEqual({
      most: 28,
      long: 7,
      queue: 5,
      waitMs: 3000,
    });
    expect(lanesOf("postgres", { databaseConnections: 4 })).toMatchObject({ most: 2, long: 1 });
    expect(lanesOf("embedded", { databaseConnections: 30 })).toMatchObject({ most: 4, long: 1 });
  });

  it("knows a question again that went over many rows, for who would get the same rows", () => {
    const lists = new LongLists();
    const question = { viewer: { shopId: "1", provId: "" }, module: { id: 510 }, filter: "[]" };
    lists.note(question, 20_000);
    expect(lists.isLong(question)).toBe(true);
    for (const other of [{ module: { id: 511 } }, { filter: undefined }, { viewer: { shopId: "1", provId: "105001" } }])
      expect(lists.isLong({ ...question, ...other })).toBe(false);
    lists.note(question, 19_999);
    expect(lists.isLong(question)).toBe(false);
  });
});
