import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings, SettingsError } from "../../../src/server/config/read-settings.ts";

const problems = (env: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
};

describe("settings", () => {
  it("have their defaults", () => {
    const usual = {
      port: 8080,
      host: "127.0.0.1",
      dataDir: resolve("data"),
      databaseUrl: undefined,
      registryDir: resolve("."),
      demo: "auto",
      demoPassword: undefined,
      seedDate: undefined,
      trustProxy: [],
      publicUrl: undefined,
    };
    expect(readSettings({})).toEqual(usual);
    const names = [
      "PORT",
      "HOST",
      "DATA_DIR",
      "DATABASE_URL",
      "REGISTRY_DIR",
      "DEMO",
      "DEMO_PASSWORD",
      "SEED_DATE",
      "TRUST_PROXY",
      "PUBLIC_URL",
    ];
    expect(readSettings(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(usual);
  });

  it("are taken from the environment", () => {
    const env = {
      PORT: "0",
      HOST: "::1",
      DATA_DIR: tmpdir(),
      DATABASE_URL: "postgres://user:secret@db:5432/scm",
      DEMO: "on",
      DEMO_PASSWORD: "Demo-2025",
      SEED_DATE: "2025-06-30",
      TRUST_PROXY: "10.0.0.0/8, 127.0.0.1,loopback",
      PUBLIC_URL: "https://scm.example.com/",
    };
    expect(readSettings(env)).toMatchObject({
      port: 0,
      host: "::1",
      databaseUrl: env.DATABASE_URL,
      demo: "on",
      seedDate: "2025-06-30",
      trustProxy: ["10.0.0.0/8", "127.0.0.1", "loopback"],
      publicUrl: "https://scm.example.com",
    });
  });

  it.each([
    ["PORT", ["abc", "-1", "65536", "80.5", "0x50", "1e3", " 80"]],
    ["HOST", ["http://a", "a b", "-a", "a/b"]],
    ["DATA_DIR", [resolve("package.json")]],
    ["DATABASE_URL", ["mysql://a/b", "localhost", "postgres:///"]],
    ["REGISTRY_DIR", ["/nowhere", tmpdir()]],
    ["DEMO", ["yes", "true", "AUTO"]],
    ["DEMO_PASSWORD", ["short", "with space", "密码密码密码密码", "a".repeat(129)]],
    ["SEED_DATE", ["2025-02-30", "30.06.2025", "today"]],
    ["TRUST_PROXY", ["true", "1", "*", "0.0.0.0/0", "10.0.0.0/33", "::/0", "10.0.0.1/8/9", "proxy.example.com"]],
    ["PUBLIC_URL", ["scm.example.com", "ftp://a", "https://a/b", "https://a?b", "https://u:p@a"]],
  ])("%s is refused in one line that does not repeat the value", (name, values) => {
    for (const value of values) {
      const [line, ...more] = problems({ [name]: value });
      expect(line, value).toMatch(new RegExp(`^${name}: .*[一-龥].* / .+$`));
      expect(more).toEqual([]);
      if (["DATABASE_URL", "DEMO_PASSWORD"].includes(name)) expect(line).not.toContain(value);
    }
  });

  it("are all reported at once", () => {
    const names = ["PORT", "HOST", "DATABASE_URL", "REGISTRY_DIR", "DEMO", "DEMO_PASSWORD", "SEED_DATE", "TRUST_PROXY", "PUBLIC_URL"];
    const lines = problems(Object.fromEntries(names.map((name) => [name, "? ?"])));
    expect(lines.map((line) => line.split(":")[0])).toEqual(names);
  });
});
