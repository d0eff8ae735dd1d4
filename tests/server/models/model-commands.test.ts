import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { apply } from "../../../scripts/apply.ts";
import { plan } from "../../../scripts/plan.ts";
import { rollback } from "../../../scripts/rollback.ts";
import { runScript } from "../../project/run-script.ts";
import { type TemporaryRegistry, temporaryLibrary } from "../../schemas/temporary-registry.ts";
import { startServer } from "../app/fixtures/server-process.ts";
import { addressOf, copyOfEmpty, databaseUrl, describeEnginesInLong, openPostgres, temporaryFolder } from "../db/fixtures/test-database.ts";

const LONG = 600_000;
const OVERLAY = "schemas/overlays/school.json";
const STRANGE = "schemas/prints/strange.json";

// The library: the commands read and compare all files each time.
let files: TemporaryRegistry;
beforeEach(() => {
  files = temporaryLibrary();
});

afterEach(() => {
  vi.unstubAllEnvs();
  files.remove();
});

/** Runs a command on the portal of these settings. */
const run = (env: Readonly<Record<string, string>>, command: typeof plan, ...args: string[]) => {
  for (const name of ["DATABASE_URL", "REGISTRY_DIR", "DATA_DIR"]) vi.stubEnv(name, env[name] ?? "");
  return runScript(command, ...args);
};

describeEnginesInLong("a word that loosens a rule", (open) => {
  const isEmbedded = open !== openPostgres;
  it("waits, is told, confirmed, and taken back to the byte", { timeout: LONG }, async () => {
    const { dir } = files;
    const env = {
      REGISTRY_DIR: dir,
      DATA_DIR: isEmbedded ? await copyOfEmpty() : temporaryFolder(),
      DATABASE_URL: isEmbedded ? "" : addressOf(await open()),
    };
    const server = startServer({ ...env, DEMO: "off" });
    await server.address;
    expect(await run(env, plan)).toEqual({ code: 0, out: "nothing means anything else", err: "" });
    expect((await run(env, apply)).out).toMatch(/^version [0-9a-f]{16} is served already$/);

    const before = readFileSync(join(dir, OVERLAY), "utf8");
    writeFileSync(join(dir, OVERLAY), before.replace('"waiver": true', '"waiver": false'));
    await expect.poll(server.stdout, { timeout: LONG }).toContain("waits until it is confirmed");
    const [, version = "", base = ""] = /version (\w+) waits .*, version (\w+) stays/.exec(server.stdout()) ?? [];
    expect(await run(env, plan)).toMatchObject({ code: 4, out: expect.stringContaining("waiver changed: true → false") });
    expect(await run(env, apply, "--version", base)).toMatchObject({ code: 1, err: expect.stringContaining(version) });
    expect((await run(env, rollback)).out.split("\n")).toHaveLength(1);

    const applied = await run(env, apply);
    expect(applied).toMatchObject({ code: 0, err: "", out: expect.stringContaining(`confirmed version ${version}`) });
    // A busy machine may take longer than the command waits.
    await expect.poll(server.stdout, { timeout: LONG }).toContain(`version ${version} from now on`);
    await expect.poll(() => run(env, plan), { timeout: LONG }).toMatchObject({ code: 0 });
    expect((await run(env, rollback)).out.split("\n")).toHaveLength(2);

    // Saved by an editor of long ago: no text, and what the other files say is not all that they said.
    const strange = Buffer.from([0x22, 0xd6, 0xd0, 0xce, 0xc4, 0x22]);
    files.write(STRANGE, strange);
    const back = await run(env, rollback, base);
    expect(back).toMatchObject({ code: 0, err: "", out: expect.stringContaining(`wrote version ${base}`) });
    expect(existsSync(join(dir, STRANGE))).toBe(false);
    expect(readFileSync(join(env.DATA_DIR, "models", `replaced-${version}`, STRANGE))).toEqual(strange);
    await expect.poll(server.stdout, { timeout: LONG }).toContain(`version ${base} from now on`);
    expect(readFileSync(join(dir, OVERLAY), "utf8")).toBe(before);
    expect(existsSync(join(env.DATA_DIR, "models", `replaced-${version}.json`))).toBe(true);
    expect(await run(env, rollback, "nothing")).toMatchObject({ code: 1, err: expect.stringContaining("was never served here") });
    // What was confirmed once and taken back is asked again.
    writeFileSync(join(dir, OVERLAY), before.replace('"waiver": true', '"waiver": false'));
    await expect.poll(() => server.stdout().match(/waits until it is confirmed/g), { timeout: LONG }).toHaveLength(2);
    writeFileSync(join(dir, OVERLAY), before);
    await expect.poll(() => run(env, plan), { timeout: LONG }).toMatchObject({ code: 0 });
    server.child.kill("SIGTERM");
    expect((await server.exit()).code).toBe(0);
    // Without a server the book is open to the commands.
    expect(await run(env, plan)).toEqual({ code: 0, out: "nothing means anything else", err: "" });
  });
});

it.skipIf(databaseUrl === undefined)("a database that no portal has opened yet knows of no model", async () => {
  const env = { REGISTRY_DIR: files.dir, DATA_DIR: temporaryFolder(), DATABASE_URL: addressOf(await openPostgres()) };
  expect(await run(env, plan)).toEqual({ code: 0, out: expect.stringContaining("nothing has been served yet"), err: "" });
  expect(await run(env, rollback)).toEqual({ code: 0, out: "nothing has been served yet", err: "" });
});
