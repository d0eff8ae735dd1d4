import { describe, expect, it } from "vitest";
import { Admission, type Asker, type Weight } from "../../../src/server/http/admission.ts";
import { ApiError } from "../../../src/shared/protocol/envelope.ts";

/** A server on which every call lasts until it is ended, and a clock that stands. */
class Server {
  now = 0;
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  readonly #admission = new Admission(() => this.now);
  readonly #ends = new Map<string, () => void>();

  /** A call of a user of a party; its name is the user's, and a number. */
  async ask(name: string, party: string, weight: Weight = "usual"): Promise<void> {
    const asker: Asker = { user: name.split("/")[0] ?? "", party };
    void this.#admission
      .run(asker, weight, () => {
        this.begun.push(name);
        return new Promise<void>((end) => this.#ends.set(name, end));
      })
      .catch((error: unknown) => this.refused.push(error instanceof ApiError ? `${error.code}` : String(error)));
    await settled();
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    this.#ends.delete(name);
    await settled();
  }

  /** Calls at work of those whose names begin so, in the order in which they began. */
  atWork(whose: string): string[] {
    return [...this.#ends.keys()].filter((name) => name.startsWith(whose));
  }
}

const settled = () => new Promise<void>((done) => setImmediate(done));

describe("whose call is served next", () => {
  it("gives somebody who is alone all there is", async () => {
    const server = new Server();
    for (let n = 0; n < 70; n++) await server.ask(`a/${n}`, "A");
    expect(server.begun).toHaveLength(64);
    await server.end("a/0");
    expect(server.begun).toHaveLength(65);
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
    for (const user of ["a1", "a2", "a3", "a4"]) for (const n of [0, 1]) await server.ask(`${user}/${n}`, "A");
    expect(server.begun.filter((name) => name.startsWith("a"))).toHaveLength(6);
    await server.end("a1/0");
    // The one who waits longest among them, not who asked first.
    expect(server.begun.at(-1)).toBe("a4/0");
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

  it("lets rows be taken away only when few others are at work, two at a time, and not never", async () => {
    const server = new Server();
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

  it("goes on after a call that fails", async () => {
    const admission = new Admission();
    const asker = { user: "a", party: "A" };
    await expect(admission.run(asker, "usual", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    await expect(admission.run(asker, "heavy", async () => 1)).resolves.toBe(1);
  });
});
