import { beforeAll, describe, expect, it } from "vitest";
import { type DatabaseOptions, openDatabase } from "../../../src/server/db/connect.ts";
import { ROLES } from "../../../src/server/db/driver/tenant-roles.ts";
import { startServer, temporaryFolder } from "../app/fixtures/server-process.ts";
import { asked, type Follower, openCluster, type PrivateCluster, serverPrograms } from "./fixtures/private-cluster.ts";

const programs = serverPrograms();
const PASSWORD = "Correct-horse-1";

/** The same server, as another login or with another database. */
function at(url: string, { login, database }: { readonly login?: string; readonly database?: string }): string {
  const changed = new URL(url);
  if (login !== undefined) [changed.username, changed.password] = [login, PASSWORD];
  if (database !== undefined) changed.pathname = `/${database}`;
  return changed.href;
}

describe.skipIf(programs === null)("a read replica", () => {
  let cluster: PrivateCluster;
  let standby: Follower;
  const log: string[] = [];
  const open = async (options: Partial<DatabaseOptions>) => {
    const database = await openDatabase({ dataDir: "", databaseUrl: cluster.url, log: (line) => void log.push(line), ...options });
    const states = database.reads.replicas();
    await database.close();
    return states;
  };
  /** What is told of these replicas, where the login that serves owns nothing and so may none of theirs. */
  const refusal = async (...databaseReadUrls: readonly string[]): Promise<string> => {
    const options = { databaseUrl: at(cluster.url, { login: "scm_app" }), databaseOwnerUrl: cluster.url, mustNotOwn: true };
    const told = await open({ ...options, databaseReadUrls }).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(told).not.toContain(PASSWORD);
    return told;
  };
  beforeAll(async () => {
    cluster = await openCluster(programs ?? "");
    for (const role of ROLES) await asked(cluster.url, `create role ${role}`);
    await asked(cluster.url, `create role scm_app login password '${PASSWORD}'`);
    await asked(cluster.url, `grant ${ROLES.join(", ")} to scm_app`);
    await asked(cluster.url, `create role outsider login password '${PASSWORD}'`);
    await asked(cluster.url, `create role bypasser login bypassrls password '${PASSWORD}'`);
    await asked(cluster.url, "create database other");
    standby = await cluster.follow({ isAwaited: false });
  });

  it("is a standby of the same database, read by a login that the wall holds for", async () => {
    expect(await refusal(at(standby.url, { login: "scm_app" }))).toBe("");
  });

  it("is refused where it is the database itself, another database, or another cluster", async () => {
    expect(await refusal(at(cluster.url, { login: "scm_app" }))).toMatch(/不是备库.*is no standby: it is the primary itself/);
    expect(await refusal(at(standby.url, { login: "scm_app", database: "other" }))).toMatch(/不是 DATABASE_URL 那个库的副本/);
    const stranger = await openCluster(programs ?? "");
    expect(await refusal(stranger.url)).toMatch(/is no copy of the database of DATABASE_URL/);
  });

  it("is refused where its login could do at the database what the serving one must not, or cannot stand for tenants", async () => {
    expect(await refusal(standby.url)).toContain("DATABASE_READ_URL signs in as scm, a superuser");
    expect(await refusal(at(standby.url, { login: "bypasser" }))).toContain("who bypasses row security");
    expect(await refusal(at(standby.url, { login: "outsider" }))).toContain("outsider is not a member of scm_shop");
    // One login for all may do all; one that sees no rows is of no use to it either.
    expect(await open({ databaseReadUrls: [standby.url] })).toHaveLength(1);
    await expect(open({ databaseReadUrls: [at(standby.url, { login: "outsider" })] })).rejects.toThrow("is not a member of scm_shop");
  });

  it("is told of together with all others that are wrong", async () => {
    const told = await refusal(
      at(standby.url, { login: "outsider" }),
      standby.url,
      at(standby.url, { login: "scm_app", database: "nowhere" }),
    );
    expect(told.split("\n").map((line) => line.trim())).toEqual([
      expect.stringContaining("outsider is not a member of"),
      expect.stringContaining("a superuser"),
      expect.stringContaining('database "nowhere" does not exist'),
    ]);
  });

  it("that is away keeps no server from starting, which says so once", async () => {
    standby.stop();
    log.length = 0;
    const states = await open({ databaseReadUrls: [standby.url] });
    expect(states).toEqual([{ place: `127.0.0.1:${standby.port}/postgres`, isUsed: false, lag: null }]);
    expect(log).toEqual([
      expect.stringMatching(/^database: 只读副本 \/ read replica 127\.0\.0\.1:\d+\/postgres 暂不使用，改读主库.*ECONNREFUSED/),
    ]);
    standby.start();
  });

  it("is refused to a server as any wrong setting is", async () => {
    const server = startServer({ DATABASE_URL: cluster.url, DATABASE_READ_URL: cluster.url, DATA_DIR: temporaryFolder(), DEMO: "off" });
    expect((await server.exit()).code).toBe(1);
    expect(server.stderr()).toContain("无法启动 / cannot start: DATABASE_READ_URL: 127.0.0.1:");
    expect(server.stderr()).not.toContain("    at ");
  });
});
