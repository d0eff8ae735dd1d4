import { beforeAll, expect, it } from "vitest";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal } from "./fixtures/portal.ts";

const TOKEN = "a-token-of-the-operator";

describeEngine("/metrics", (open) => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal({ open, settings: { metricsToken: TOKEN } });
  });

  const scrape = (authorization?: string) =>
    portal.app.inject({ method: "GET", url: "/metrics", headers: authorization === undefined ? {} : { authorization } });

  it("are for whoever has the token; for others there is no such address, nor where none is set", async () => {
    for (const told of [undefined, "Bearer another-token-of-nobody", TOKEN, `bearer ${TOKEN}x`]) {
      const { statusCode, body } = await scrape(told);
      expect([statusCode, body.includes("scm_")], told).toEqual([404, false]);
    }
    expect((await scrape(`Bearer ${TOKEN}`)).statusCode).toBe(200);
    const silent = await openPortal({ open });
    const { statusCode } = await silent.app.inject({ method: "GET", url: "/metrics", headers: { authorization: `Bearer ${TOKEN}` } });
    expect(statusCode).toBe(404);
  });

  it("tell calls by route and status, what waits, and the process, in the format of Prometheus", async () => {
    await call(portal, null, "Comm/UserCheck", { username: "somebody77" });
    await portal.database.kysely
      .insertInto("_job")
      .values({ id: "j1", SHOP_ID: "0000000001", name: "n", params: "{}", creator: "x", state: "open", created: new Date() })
      .execute();
    const { body, headers } = await scrape(`Bearer ${TOKEN}`);
    expect(headers["content-type"]).toContain("version=0.0.4");
    const lines = body.split("\n");
    expect(lines).toContain('scm_waiting{of="job"} 1');
    for (const of of ["payments", "journal", "audit"]) expect(lines).toContain(`scm_waiting{of="${of}"} 0`);
    expect(lines).toContain('scm_calls{kind="usual",state="waiting"} 0');
    expect(lines).toContain("scm_metrics_failures_total 0");
    expect(lines.some((line) => /^scm_call_seconds_count\{method="POST",route="[^"]*UserCheck",status="200"\} 1$/.test(line))).toBe(true);
    expect(lines.some((line) => /^process_resident_memory_bytes \d+$/.test(line))).toBe(true);
    // Every line is a comment or a sample.
    expect(lines.filter((line) => line !== "" && !/^(#.*|[a-z0-9_]+(\{[^}]*\})? [-+\d.eNaInf]+)$/.test(line))).toEqual([]);
    expect(body).not.toContain("somebody77");
  });
});
