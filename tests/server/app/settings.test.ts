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
      databaseOwnerUrl: undefined,
      allowOwner: false,
      registryDir: resolve("."),
      registryEdits: "hold",
      demo: "auto",
      demoPassword: undefined,
      seedDate: undefined,
      trustProxy: [],
      publicUrl: undefined,
      banks: {},
      bankTimeoutMs: 5000,
    };
    expect(readSettings({})).toEqual(usual);
    const names = [
      "PORT",
      "HOST",
      "DATA_DIR",
      "DATABASE_URL",
      "DATABASE_OWNER_URL",
      "ALLOW_OWNER",
      "REGISTRY_DIR",
      "REGISTRY_EDITS",
      "DEMO",
      "DEMO_PASSWORD",
      "SEED_DATE",
      "TRUST_PROXY",
      "PUBLIC_URL",
      "ZSPAY_URL",
      "ZSPAY_MERCHANT",
      "ZSPAY_SECRET",
      "KINGDEEPAY_URL",
      "BANK_TIMEOUT_MS",
    ];
    expect(readSettings(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(usual);
  });

  it("are taken from the environment", () => {
    const env = {
      PORT: "0",
      HOST: "::1",
      DATA_DIR: tmpdir(),
      DATABASE_URL: "postgres://user:secret@db:5432/scm",
      DATABASE_OWNER_URL: "postgres://owner:secret@db:5432/scm",
      ALLOW_OWNER: "1",
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
      databaseOwnerUrl: env.DATABASE_OWNER_URL,
      allowOwner: true,
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
    ["DATABASE_OWNER_URL", ["mysql://a/b", "localhost", "postgres:///"]],
    ["ALLOW_OWNER", ["yes", "true", "2"]],
    ["REGISTRY_DIR", ["/nowhere", tmpdir()]],
    ["DEMO", ["yes", "true", "AUTO"]],
    ["DEMO_PASSWORD", ["short", "with space", "密码密码密码密码", "a".repeat(129)]],
    ["SEED_DATE", ["2025-02-30", "30.06.2025", "today"]],
    ["TRUST_PROXY", ["true", "1", "*", "0.0.0.0/0", "10.0.0.0/33", "::/0", "10.0.0.1/8/9", "proxy.example.com"]],
    ["PUBLIC_URL", ["scm.example.com", "ftp://a", "https://a/b", "https://a?b", "https://u:p@a"]],
    ["BANK_TIMEOUT_MS", ["99", "60001", "1e3", "-100", "five"]],
  ])("%s is refused in one line that does not repeat the value", (name, values) => {
    for (const value of values) {
      const [line, ...more] = problems({ [name]: value });
      expect(line, value).toMatch(new RegExp(`^${name}: .*[一-龥].* / .+$`));
      expect(more).toEqual([]);
      if (["DATABASE_URL", "DATABASE_OWNER_URL", "DEMO_PASSWORD"].includes(name)) expect(line).not.toContain(value);
    }
  });

  it("take a bank's channel whole or not at all, and never repeat its secret", () => {
    const account = { ZSPAY_URL: "https://bank.example.com/zs/", ZSPAY_MERCHANT: "M-1", ZSPAY_SECRET: "0123456789abcdef" };
    const settings = { url: "https://bank.example.com/zs", merchant: "M-1", secret: "0123456789abcdef" };
    expect(readSettings(account).banks).toEqual({ ZSPay: settings });
    expect(
      readSettings({ KINGDEEPAY_URL: "http://127.0.0.1:8090", KINGDEEPAY_MERCHANT: "x", KINGDEEPAY_SECRET: "x".repeat(16) }).banks,
    ).toEqual({
      KingDeePay: { url: "http://127.0.0.1:8090", merchant: "x", secret: "x".repeat(16) },
    });
    for (const missing of Object.keys(account))
      expect(problems({ ...account, [missing]: "" })[0]).toMatch(new RegExp(`^${missing}: .* / .+$`));
    const bad = [
      { ZSPAY_URL: "http://bank.example.com" },
      { ZSPAY_URL: "https://u:p@bank.example.com" },
      { ZSPAY_URL: "bank" },
      { ZSPAY_MERCHANT: "a b" },
      { ZSPAY_SECRET: "short-secret-15" },
    ];
    for (const wrong of bad) {
      const [[name, value] = ["", ""]] = Object.entries(wrong);
      expect(problems({ ...account, ...wrong })).toEqual([expect.stringMatching(new RegExp(`^${name}: .*[一-龥].* / .+$`))]);
      expect(problems({ ...account, ...wrong })[0]).not.toContain(value);
    }
    expect(problems({ ZSPAY_URL: "x", KINGDEEPAY_SECRET: "y" })).toHaveLength(6);
  });

  it("are all reported at once", () => {
    const names = ["PORT", "HOST", "DATABASE_URL", "REGISTRY_DIR", "DEMO", "DEMO_PASSWORD", "SEED_DATE", "TRUST_PROXY", "PUBLIC_URL"];
    const lines = problems(Object.fromEntries(names.map((name) => [name, "? ?"])));
    expect(lines.map((line) => line.split(":")[0])).toEqual(names);
  });
});
