import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryLibrary } from "../../schemas/temporary-registry.ts";
import { copyOfEmpty } from "../db/fixtures/test-database.ts";
import { FORM, form } from "./fixtures/portal.ts";
import { startServer, temporaryFolder } from "./fixtures/server-process.ts";

const SECOND = 1000;

describe("a start that cannot be", () => {
  it("names every bad setting and exits with 1", async () => {
    const server = startServer({ PORT: "abc", DEMO: "maybe", SEED_DATE: "yesterday" });
    expect((await server.exit()).code).toBe(1);
    expect(
      server
        .stderr()
        .split("\n")
        .filter((line) => /^ {2}(PORT|DEMO|SEED_DATE): /.test(line)),
    ).toHaveLength(3);
    expect(server.stderr()).not.toContain("    at ");
  });

  it("names every problem of the registry and exits with 1", async () => {
    const dir = temporaryFolder();
    cpSync("schemas", join(dir, "schemas"), { recursive: true });
    writeFileSync(join(dir, "modules.json"), '{ "title": "x", "groups": [{ "id": 5, "path": "/a", "titel": "x" }] }');
    const server = startServer({ REGISTRY_DIR: dir, DATA_DIR: join(dir, "data") });
    expect((await server.exit()).code).toBe(1);
    const lines = server.stderr().trim().split("\n").slice(1);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^\S+:\d+:\d+ /);
  });

  it("says in one line that the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as { port: number };
    const server = startServer({ PORT: String(port), DATA_DIR: await copyOfEmpty(), DEMO: "off" });
    expect((await server.exit()).code).toBe(1);
    const lines = server
      .stderr()
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("{"));
    expect(lines).toEqual([expect.stringContaining(`127.0.0.1:${port} 端口已被占用`)]);
    other.close();
  });

  it("says in one line that another server holds DATA_DIR, and leaves that one alone", async () => {
    const dataDir = await copyOfEmpty();
    const first = startServer({ DATA_DIR: dataDir, DEMO: "off" });
    const address = await first.address;
    const second = startServer({ DATA_DIR: dataDir, DEMO: "off" });
    expect((await second.exit()).code).toBe(1);
    expect(second.stderr().trim().split("\n")).toEqual([expect.stringContaining(dataDir)]);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    first.child.kill("SIGTERM");
    expect((await first.exit()).code).toBe(0);
  });

  it("says in one line that the database cannot be reached", async () => {
    const server = startServer({ DATABASE_URL: "postgres://user:hidden-word@127.0.0.1:1/scm" });
    expect((await server.exit()).code).toBe(1);
    expect(server.stderr().trim().split("\n")).toHaveLength(1);
    expect(server.stderr()).not.toContain("hidden-word");
  });
});

describe("an edit of the schemas", () => {
  const library = temporaryLibrary();
  afterAll(library.remove);

  it("reaches the tables of the running server", async () => {
    const { dir, write } = library;
    const server = startServer({ REGISTRY_DIR: dir, DATA_DIR: await copyOfEmpty(), DEMO: "off" });
    await server.address;
    const file = "schemas/entities/book.json";
    const book = JSON.parse(readFileSync(join(dir, file), "utf8"));
    book.fields.newNote = { title: "新备注", type: "string", length: 50 };
    write(file, JSON.stringify(book));
    await expect.poll(server.stdout).toContain("added 1 columns");
    server.child.kill("SIGTERM");
    expect((await server.exit()).code).toBe(0);
  });
});

describe("the demo", { timeout: 300 * SECOND }, () => {
  const dataDir = temporaryFolder();
  const start = async (env: Readonly<Record<string, string>>) => {
    const server = startServer({ DATA_DIR: dataDir, SEED_DATE: "2025-06-30", ...env });
    const address = await server.address;
    const signIn = async (username: string, password: string) => {
      const body = form({ grant_type: "password", username, password });
      const answer = await fetch(`${address}/connect/token`, { method: "POST", headers: FORM, body });
      return (await answer.json()) as { access_token?: string };
    };
    const stop = async () => {
      server.child.kill("SIGTERM");
      expect((await server.exit()).code).toBe(0);
    };
    return { server, signIn, stop };
  };

  it("prints accounts and a password once, keeps the password, and takes another one from DEMO_PASSWORD", async () => {
    const first = await start({});
    const password = /password: ([a-z0-9]{12})\n/.exec(first.server.stdout())?.[1] ?? "";
    expect(password).toMatch(/^[a-z]{4}\d{4}[a-z]{4}$/);
    expect(first.server.stdout()).toMatch(/ {2}admin01 /);
    expect(first.server.stdout()).toMatch(/ {2}s001001 /);
    expect(await first.signIn("admin01", password)).toHaveProperty("access_token");
    expect(first.server.stderr()).not.toContain(password);
    await first.stop();

    const second = await start({});
    expect(second.server.stdout()).not.toContain(password);
    expect(second.server.stdout()).toContain("keep the password printed at first start; set DEMO_PASSWORD");
    expect(await second.signIn("s001001", password)).toHaveProperty("access_token");
    await second.stop();

    const third = await start({ DEMO_PASSWORD: "Chosen-2025" });
    expect(third.server.stdout()).not.toContain("Chosen-2025");
    expect(await third.signIn("admin01", password)).toMatchObject({ Code: 400 });
    expect(await third.signIn("admin01", "Chosen-2025")).toHaveProperty("access_token");
    await third.stop();

    const fourth = await start({});
    expect(await fourth.signIn("boss54", "Chosen-2025")).toHaveProperty("access_token");
    await fourth.stop();
  });
});
