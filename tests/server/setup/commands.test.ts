import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { admin } from "../../../scripts/admin.ts";
import { setup } from "../../../scripts/setup.ts";
import { FORM, form } from "../app/fixtures/portal.ts";
import { startServer, temporaryFolder } from "../app/fixtures/server-process.ts";
import { copyOfEmpty } from "../db/fixtures/test-database.ts";

type Command = typeof setup;

describe("the first start without a page", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  /** What a command says and how it ends, with this line on its stdin. */
  const run = async (command: Command, args: readonly string[], line = "") => {
    const said: string[] = [];
    const hear = (text: string) => void said.push(text);
    vi.spyOn(console, "log").mockImplementation(hear);
    vi.spyOn(console, "error").mockImplementation(hear);
    const code = await command([...args, "--lang", "en"], Readable.from([`${line}\n`]));
    return [code, said.join("\n")] as const;
  };

  it("is done by npm run setup, and mended by npm run admin", async () => {
    const file = join(temporaryFolder(), "setup.json");
    writeFileSync(file, JSON.stringify({ name: "文件商场", user: "mall.admin", userName: "马一" }));
    const env = { DATA_DIR: await copyOfEmpty(), DEMO: "off" };
    const said = { ...env, DATABASE_URL: "", SETUP_KIND: "mall", SETUP_NAME: "环境商场", SETUP_USER: "not.this" };
    for (const [name, value] of Object.entries(said)) vi.stubEnv(name, value);

    expect((await run(setup, ["--kynd", "mall"]))[0]).toBe(2);
    const wrong = await run(setup, ["--profile", "nobody", "--password-stdin"], "short");
    expect(wrong).toEqual([1, expect.stringMatching(/^profile: .*\nuserName: .*\npassword: .*$/)]);
    const [code, told] = await run(setup, ["--name", "旗下商场", "--file", file]);
    expect([code, told]).toEqual([0, expect.stringContaining("opened 旗下商场 (1000000001); its administrator is mall.admin")]);
    expect(told).toMatch(/password: \w{12} /);
    expect(await run(setup, ["--file", file])).toEqual([1, expect.stringContaining("初始设置已经完成")]);

    expect((await run(admin, ["reset"]))[0]).toBe(2);
    expect(await run(admin, ["list"])).toEqual([0, expect.stringMatching(/^1000000001 +mall\.admin +马一 .*can sign in$/)]);
    expect(await run(admin, ["list", "--shop", "1000000002"])).toEqual([0, expect.stringContaining("there are no users")]);
    expect(await run(admin, ["unlock", "nobody"])).toEqual([1, "没有用户 nobody"]);
    expect(await run(admin, ["unlock", "mall.admin"])).toEqual([0, expect.stringContaining("can try again at once")]);
    const named = await run(admin, ["reset", "mall.admin", "--password-stdin"], "mall.admin-1");
    expect(named).toEqual([1, "不包含账号"]);
    expect((await run(admin, ["reset", "mall.admin", "--password-stdin"], "quite-other-words"))[0]).toBe(0);

    const server = startServer(env);
    const address = await server.address;
    expect(server.stdout()).not.toContain("/setup?token=");
    const body = form({ grant_type: "password", username: "mall.admin", password: "quite-other-words" });
    const opened = await (await fetch(`${address}/connect/token`, { method: "POST", headers: FORM, body })).json();
    expect(opened).toMatchObject({ change_password: true });
    // The embedded database has one user at a time.
    expect(await run(admin, ["list"])).toEqual([1, expect.stringContaining(env.DATA_DIR)]);
  }, 300_000);
});
