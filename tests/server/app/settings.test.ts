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
      databaseReadUrls: [],
      readLagSeconds: 5,
      databaseConnections: 10,
      queueLength: 1000,
      queueSeconds: 60,
      workers: 1,
      registryDir: resolve("."),
      registryEdits: "hold",
      demo: "auto",
      demoPassword: undefined,
      seedDate: undefined,
      trustProxy: [],
      publicUrl: undefined,
      dailyLimits: {
        rows: { user: 2_000_000, shop: 20_000_000 },
        exports: { user: 300, shop: 3000 },
        uploads: { user: 1000, shop: 10_000 },
      },
      secondFactor: "optional",
      oidc: undefined,
      passwordSignIn: "all",
      metricsToken: undefined,
      pushNetworks: [],
      banks: {},
      heads: { to: undefined, keyFile: undefined, minutes: 60 },
      bucket: undefined,
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
      "DATABASE_READ_URL",
      "READ_LAG_SECONDS",
      "DATABASE_CONNECTIONS",
      "QUEUE_LENGTH",
      "QUEUE_SECONDS",
      "REGISTRY_DIR",
      "REGISTRY_EDITS",
      "DEMO",
      "DEMO_PASSWORD",
      "SEED_DATE",
      "TRUST_PROXY",
      "PUBLIC_URL",
      "SECOND_FACTOR",
      "OIDC_ISSUER",
      "PASSWORD_SIGN_IN",
      "ZSPAY_URL",
      "ZSPAY_MERCHANT",
      "ZSPAY_SECRET",
      "KINGDEEPAY_URL",
      "BANK_TIMEOUT_MS",
      "DAILY_LIMITS",
      "AUDIT_HEADS",
      "AUDIT_HEADS_SECRET",
      "AUDIT_HEADS_MINUTES",
      "AUDIT_KEY",
      "UPLOADS_S3_URL",
      "UPLOADS_S3_KEY",
      "UPLOADS_S3_SECRET",
      "UPLOADS_S3_REGION",
      "UPLOADS_S3_PREFIX",
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
      DATABASE_READ_URL: "postgres://reader:sec,ret@one:5432/scm\tpostgresql://reader:secret@two/scm?connect_timeout=1",
      READ_LAG_SECONDS: "30",
      DATABASE_CONNECTIONS: "20",
      QUEUE_LENGTH: "50",
      QUEUE_SECONDS: "5",
      DEMO: "on",
      DEMO_PASSWORD: "Demo-2025",
      SEED_DATE: "2025-06-30",
      TRUST_PROXY: "10.0.0.0/8, 127.0.0.1,loopback",
      PUBLIC_URL: "https://scm.example.com/",
      DAILY_LIMITS: "exports=5:50, rows=1000:2000",
      AUDIT_HEADS: "https://auditor.example.com/heads",
      AUDIT_HEADS_SECRET: "0123456789abcdef",
      AUDIT_HEADS_MINUTES: "15",
      AUDIT_KEY: "/keys/audit.pem",
    };
    expect(readSettings(env)).toMatchObject({
      port: 0,
      host: "::1",
      databaseUrl: env.DATABASE_URL,
      databaseOwnerUrl: env.DATABASE_OWNER_URL,
      allowOwner: true,
      databaseReadUrls: ["postgres://reader:sec,ret@one:5432/scm", "postgresql://reader:secret@two/scm?connect_timeout=1"],
      readLagSeconds: 30,
      databaseConnections: 20,
      queueLength: 50,
      queueSeconds: 5,
      demo: "on",
      seedDate: "2025-06-30",
      trustProxy: ["10.0.0.0/8", "127.0.0.1", "loopback"],
      publicUrl: "https://scm.example.com",
      heads: {
        to: { kind: "address", url: "https://auditor.example.com/heads", secret: "0123456789abcdef" },
        keyFile: "/keys/audit.pem",
        minutes: 15,
      },
      dailyLimits: { exports: { user: 5, shop: 50 }, rows: { user: 1000, shop: 2000 }, uploads: { user: 1000, shop: 10_000 } },
    });
  });

  it.each([
    ["PORT", ["abc", "-1", "65536", "80.5", "0x50", "1e3", " 80"]],
    ["HOST", ["http://a", "a b", "-a", "a/b"]],
    ["DATA_DIR", [resolve("package.json")]],
    ["DATABASE_URL", ["mysql://a/b", "localhost", "postgres:///"]],
    ["DATABASE_OWNER_URL", ["mysql://a/b", "localhost", "postgres:///"]],
    ["ALLOW_OWNER", ["yes", "true", "2"]],
    ["DATABASE_READ_URL", ["mysql://a/b", "postgres://h/d,postgres://h/d postgres:///", "postgres://h/d localhost"]],
    ["READ_LAG_SECONDS", ["0", "3601", "1.5", "soon"]],
    ["DATABASE_CONNECTIONS", ["3", "501", "ten", "-5", "1e1"]],
    ["QUEUE_LENGTH", ["-1", "100001", "many"]],
    ["QUEUE_SECONDS", ["0", "101", "1.5"]],
    ["REGISTRY_DIR", ["/nowhere", tmpdir()]],
    ["DEMO", ["yes", "true", "AUTO"]],
    ["DEMO_PASSWORD", ["short", "with space", "密码密码密码密码", "a".repeat(129)]],
    ["SEED_DATE", ["2025-02-30", "30.06.2025", "today"]],
    ["TRUST_PROXY", ["true", "1", "*", "0.0.0.0/0", "10.0.0.0/33", "::/0", "10.0.0.1/8/9", "proxy.example.com"]],
    ["PUBLIC_URL", ["scm.example.com", "ftp://a", "https://a/b", "https://a?b", "https://u:p@a"]],
    ["DAILY_LIMITS", ["300", "exports=300", "exports=a:b", "prints=1:2", "exports=-1:5", "exports=1:2;rows=3:4"]],
    ["SECOND_FACTOR", ["on", "REQUIRED", "off"]],
    ["PASSWORD_SIGN_IN", ["a b", "admin01,,x", "admin01"]],
    ["AUDIT_HEADS", ["http://auditor.example.com/", "https://user:word@auditor.example.com/", "ftp://auditor.example.com/", "https://"]],
    ["AUDIT_HEADS_SECRET", ["0123456789abcdef"]],
    ["AUDIT_HEADS_MINUTES", ["0", "1441", "1.5", "hourly"]],
    ["BANK_TIMEOUT_MS", ["99", "60001", "1e3", "-100", "five"]],
  ])("%s is refused in one line that does not repeat the value", (name, values) => {
    for (const value of values) {
      const [line, ...more] = problems({ [name]: value });
      expect(line, value).toMatch(new RegExp(`^${name}: .*[一-龥].* / .+$`));
      expect(more).toEqual([]);
      if (["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_READ_URL", "DEMO_PASSWORD"].includes(name)) expect(line).not.toContain(value);
    }
  });

  it("read from replicas of a database of their own only", () => {
    const url = "postgres://reader:secret@replica/scm";
    expect(problems({ DATABASE_READ_URL: url })).toEqual([expect.stringMatching(/^DATABASE_READ_URL: .*请同时设置 DATABASE_URL \/ /)]);
    expect(problems({ DATABASE_READ_URL: url }).join()).not.toContain("secret");
    expect(problems({ DATABASE_READ_URL: url, DATABASE_URL: "postgres://user:secret@db/scm" })).toEqual([]);
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

  it("take a provider of identity whole or not at all, and never repeat its secret", () => {
    const whole = {
      PUBLIC_URL: "https://scm.example.com",
      OIDC_ISSUER: "https://id.example.com/realms/shop",
      OIDC_CLIENT_ID: "scm-portal",
      OIDC_CLIENT_SECRET: "a-secret",
      OIDC_GROUPS: '{"buyers":["0000000054/G03"],"all":["0000000054/G03","0000000001/G02"]}',
    };
    expect(readSettings({ ...whole, PASSWORD_SIGN_IN: "admin01, admin54", SECOND_FACTOR: "required" })).toMatchObject({
      secondFactor: "required",
      passwordSignIn: new Set(["admin01", "admin54"]),
      oidc: {
        issuer: whole.OIDC_ISSUER,
        clientId: "scm-portal",
        clientSecret: "a-secret",
        scope: "openid profile email",
        userClaim: "preferred_username",
        groupsClaim: "groups",
        groups: new Map([
          ["buyers", ["0000000054/G03"]],
          ["all", ["0000000054/G03", "0000000001/G02"]],
        ]),
        trustsMfa: false,
        redirectUri: "https://scm.example.com/login",
      },
    });
    for (const missing of ["PUBLIC_URL", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_GROUPS"])
      expect(problems({ ...whole, [missing]: "" }), missing).toEqual([expect.stringMatching(new RegExp(`^${missing}: .*[一-龥].* / .+$`))]);
    for (const [name, value] of [
      ["OIDC_ISSUER", "http://id.example.com"],
      ["OIDC_ISSUER", "https://id.example.com/?x=1"],
      ["OIDC_CLIENT_ID", "a b"],
      ["OIDC_CLIENT_SECRET", "a b"],
      ["OIDC_SCOPE", "profile"],
      ["OIDC_USER_CLAIM", "a b"],
      ["OIDC_GROUPS_CLAIM", "1"],
      ["OIDC_GROUPS", "buyers=G03"],
      ["OIDC_GROUPS", '{"buyers":"0000000054/G03"}'],
      ["OIDC_GROUPS", '{"buyers":["G03"]}'],
      ["OIDC_GROUPS", "{}"],
      ["OIDC_TRUST_MFA", "yes"],
    ] as const) {
      const [line = "", ...more] = problems({ ...whole, [name]: value });
      expect(line, value).toMatch(new RegExp(`^${name}: .*[一-龥].* / .+$`));
      expect(more).toEqual([]);
      if (name === "OIDC_CLIENT_SECRET") expect(line).not.toContain(value);
    }
  });

  it("take the bucket of the uploads whole or not at all, and never repeat its key and secret", () => {
    const whole = {
      UPLOADS_S3_URL: "https://files.oss-cn-hangzhou.aliyuncs.com/",
      UPLOADS_S3_KEY: "LTAI-0123",
      UPLOADS_S3_SECRET: "a/secret+of=it",
    };
    const url = "https://files.oss-cn-hangzhou.aliyuncs.com";
    const bucket = { url, key: "LTAI-0123", secret: "a/secret+of=it", region: "us-east-1", prefix: "scm-portal/" };
    expect(readSettings(whole).bucket).toEqual(bucket);
    for (const [variables, read] of [
      [{ UPLOADS_S3_URL: "http://127.0.0.1:9000/files" }, { url: "http://127.0.0.1:9000/files" }],
      [{ UPLOADS_S3_URL: "https://minio.example.com/files/" }, { url: "https://minio.example.com/files" }],
      [{ UPLOADS_S3_REGION: "cn-north-1" }, { region: "cn-north-1" }],
      [{ UPLOADS_S3_PREFIX: "scm/uploads" }, { prefix: "scm/uploads/" }],
    ])
      expect(readSettings({ ...whole, ...variables }).bucket).toEqual({ ...bucket, ...read });
    for (const missing of Object.keys(whole))
      expect(problems({ ...whole, [missing]: "" })).toEqual([expect.stringMatching(new RegExp(`^${missing}: .*[一-龥].* / .+$`))]);
    expect(problems({ UPLOADS_S3_REGION: "cn-north-1" }).map((line) => line.split(":")[0])).toEqual(Object.keys(whole));
    for (const [name, value] of [
      ["UPLOADS_S3_URL", "http://minio.example.com/files"],
      ["UPLOADS_S3_URL", "https://key:word@minio.example.com/files"],
      ["UPLOADS_S3_URL", "https://minio.example.com/files/scm"],
      ["UPLOADS_S3_URL", "https://minio.example.com/files?x=1"],
      ["UPLOADS_S3_URL", "s3://files"],
      ["UPLOADS_S3_KEY", "a b"],
      ["UPLOADS_S3_SECRET", "short"],
      ["UPLOADS_S3_SECRET", "with a blank"],
      ["UPLOADS_S3_REGION", "华东"],
      ["UPLOADS_S3_PREFIX", "../scm"],
      ["UPLOADS_S3_PREFIX", "/scm/"],
      ["UPLOADS_S3_PREFIX", "a/./b/"],
      ["UPLOADS_S3_PREFIX", "a".repeat(101)],
    ] as const) {
      const [line = "", ...more] = problems({ ...whole, [name]: value });
      expect(line, value).toMatch(new RegExp(`^${name}: .*[一-龥].* / .+$`));
      expect(more).toEqual([]);
      if (name !== "UPLOADS_S3_URL") expect(line).not.toContain(value);
    }
  });

  it("are all reported at once", () => {
    const names = ["PORT", "HOST", "DATABASE_URL", "REGISTRY_DIR", "DEMO", "DEMO_PASSWORD", "SEED_DATE", "TRUST_PROXY", "PUBLIC_URL"];
    const lines = problems(Object.fromEntries(names.map((name) => [name, "? ?"])));
    expect(lines.map((line) => line.split(":")[0])).toEqual(names);
  });
});
