import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FORM, form, openPortal } from "../app/fixtures/portal.ts";
import { startServer, temporaryFolder } from "../app/fixtures/server-process.ts";
import { demo, MULTIPART, multipart } from "../app/fixtures/uploads.ts";
import { PASSWORD } from "../app/fixtures/world.ts";
import { addressOf, databaseUrl, openPostgres } from "../db/fixtures/test-database.ts";
import { S3Server } from "./fixtures/s3-server.ts";

describe.skipIf(databaseUrl === undefined)("servers with one database and one bucket", () => {
  it("serve each other's files, and need no folder that both see", async () => {
    const store = await S3Server.open();
    const { database } = await openPortal({ open: openPostgres });
    const settings = { ...store.variables, DATABASE_URL: addressOf(database), DEMO: "off" };
    const one = await startServer({ ...settings, DATA_DIR: temporaryFolder() }).address;
    const other = await startServer({ ...settings, DATA_DIR: temporaryFolder() }).address;
    const signedIn = await fetch(`${one}/connect/token`, {
      method: "POST",
      headers: FORM,
      body: form({ grant_type: "password", username: "admin", password: PASSWORD }),
    });
    const { access_token: authorization } = (await signedIn.json()) as { access_token: string };
    const upload = async (address: string) => {
      const body = new Uint8Array(multipart({ filename: "合同.pdf", type: "application/pdf", bytes: demo("pdf") }));
      const headers = { ...MULTIPART, authorization };
      const answer = await fetch(`${address}/api/UpLoadFile/Upload?kind=file`, { method: "POST", headers, body });
      return (await answer.json()) as { Code: number; Msg: string };
    };
    const download = async (address: string, url: string) => {
      const answer = await fetch(`${address}/api/UpLoadFile/Download`, {
        method: "POST",
        headers: { ...FORM, authorization },
        body: form({ url }),
      });
      return Buffer.from(await answer.arrayBuffer());
    };
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const { Code, Msg } = await upload(from);
      expect(Code).toBe(200);
      expect(await download(to, Msg)).toEqual(demo("pdf"));
      expect(store.objects.has(`scm${Msg.slice("/uploads".length)}`)).toBe(true);
    }
  });
});

describe("a server whose bucket", () => {
  const start = async (store: S3Server, more: Readonly<Record<string, string>> = {}, dataDir = temporaryFolder()) => {
    const server = startServer({ ...store.variables, DATA_DIR: dataDir, DEMO: "off", ...more });
    const end = server.exit();
    await Promise.race([server.address.catch(() => undefined), end]);
    return { ...server, end };
  };

  it("refuses it, or holds the files of another portal, does not start, and says why without the secret", async () => {
    const store = await S3Server.open();
    const refused = await start(store, { UPLOADS_S3_SECRET: "another-secret" });
    expect((await refused.end).code).toBe(1);
    expect(refused.stderr()).toContain(`UPLOADS_S3_URL: ${store.settings.url}/scm/ 拒绝访问 / refuses: HTTP 403 SignatureDoesNotMatch`);
    expect(refused.stderr() + refused.stdout()).not.toContain("another-secret");
    expect(store.objects.size).toBe(0);
    store.objects.set("scm/.portal", { bytes: Buffer.from("another"), modified: new Date() });
    const foreign = await start(store);
    expect((await foreign.end).code).toBe(1);
    expect(foreign.stderr()).toContain("holds the files of another portal");
  });

  it("does not answer, starts, and tells of files that lie in DATA_DIR still", async () => {
    const store = await S3Server.open();
    await store.close();
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, "uploads/folder-1"), { recursive: true });
    const server = await start(store, {}, dataDir);
    expect((await fetch(`${await server.address}/readyz`)).status).toBe(200);
    expect(server.stdout()).toContain("ECONNREFUSED");
    expect(server.stdout()).toContain("are looked for in the bucket now");
  });
});
