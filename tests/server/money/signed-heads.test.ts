import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { compareHeads, type HeadProblem } from "../../../src/server/tables/heads/compare-heads.ts";
import { sendHeads, startSendingHeads } from "../../../src/server/tables/heads/send-heads.ts";
import { openSigningKey, publicPem, readPublicKey, type SigningKey } from "../../../src/server/tables/heads/signing-key.ts";
import { describeEngine, temporaryFolder } from "../db/fixtures/test-database.ts";
import { Desk, SHOP, SUPPLIER } from "../flows/fixtures/desk.ts";
import { auditProblems } from "./fixtures/audit-problems.ts";

const at = (minute: number) => new Date(Date.UTC(2025, 5, 30, 8, minute));
const AFTERWARDS = at(59);
let made = 0;

describeEngine("signed heads", (open) => {
  let desk: Desk;
  let key: SigningKey;
  const dir = temporaryFolder();
  const fileOf = (name: string) => ({ kind: "file", path: join(dir, name, "heads.jsonl") }) as const;
  /** What a shop does on a day: each a transaction with a seal. */
  const work = async (times: number) => {
    for (let time = 0; time < times; time++) {
      made += 1;
      await desk.put("PayRecord", { provid: SUPPLIER, transid: `T${made}`, Operate: 1, Sign: -1, Pay_sum: 100n });
    }
  };
  const compare = (text: string, by = key) => compareHeads(desk.db, text, new Map([[by.name, by.publicKey]]));
  const problems = async (text: string, by = key): Promise<readonly HeadProblem[]> => (await compare(text, by)).problems;
  const seal = () =>
    sql<{ seq: string }>`select max(seq) as seq from _event_seal where "SHOP_ID" = ${SHOP}`
      .execute(desk.db)
      .then(({ rows }) => Number(rows[0]?.seq));
  /** As whoever holds the database's owner's login does it: no trigger stands in his way. */
  const tamper = (change: (db: Desk["db"]) => Promise<unknown>) =>
    desk.db.transaction().execute(async (trx) => {
      for (const table of ["_event_seal", "_sealed_row"]) await sql`alter table ${sql.id(table)} disable trigger user`.execute(trx);
      await change(trx);
      for (const table of ["_event_seal", "_sealed_row"]) await sql`alter table ${sql.id(table)} enable trigger user`.execute(trx);
    });
  beforeAll(async () => {
    desk = await Desk.open(open);
    key = openSigningKey(dir, undefined);
  });

  it("are signed with a key that is made once, for nobody else to read, and whose public part is handed on", () => {
    const path = join(dir, "audit-key.pem");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(openSigningKey(dir, undefined).name).toBe(key.name);
    expect(openSigningKey("/nowhere", path).name).toBe(key.name);
    writeFileSync(join(dir, "public.pem"), publicPem(key));
    expect(readPublicKey(join(dir, "public.pem")).equals(key.publicKey)).toBe(true);
    writeFileSync(join(dir, "nonsense.pem"), "secret");
    for (const file of ["nonsense.pem", "missing.pem"]) expect(() => openSigningKey(dir, join(dir, file))).toThrow(/holds no Ed25519 key/);
    expect(existsSync(join(dir, "missing.pem"))).toBe(false);
  });

  it("say nothing after a normal day: one line for each round in which a chain has grown", async () => {
    const to = fileOf("day");
    for (let hour = 0; hour < 3; hour++) {
      await work(2);
      await sendHeads(desk.db, key, to, at(hour));
      await sendHeads(desk.db, key, to, at(hour));
    }
    await work(1);
    const text = readFileSync(to.path, "utf8");
    expect(await compare(text)).toEqual({ lines: 3, newest: at(2).toISOString(), waiting: 0, problems: [] });
    // A line that arrived twice, as its answer was lost, is one line.
    expect(await problems(`${text}${text.split("\n").at(-2)}\n`)).toEqual([]);
    expect(await auditProblems(desk.db)).toEqual([]);

    const lines = text.trim().split("\n");
    const [first = "", second = "", third = ""] = lines;
    expect(await problems([first, third].join("\n"))).toEqual([{ what: "missing", after: 1, before: 3 }]);
    expect(await problems([second, third].join("\n"))).toEqual([{ what: "missing", after: 0, before: 2 }]);
    expect(await problems([first, second].join("\n"))).toEqual([{ what: "missing", after: 2, before: 4 }]);
    expect(await problems("")).toEqual([{ what: "missing", after: 0, before: 4 }]);
    const forged = third.replace(/"(\d+)":\[(\d+)/, (_all, shop, seq) => `"${shop}":[${Number(seq) - 1}`);
    expect((await problems([first, second, forged].join("\n")))[0]).toEqual({ what: "forged", line: 3 });
    expect((await problems(`${text}no head at all\n`))[0]).toEqual({ what: "unreadable", line: 4 });
    const other = openSigningKey(temporaryFolder(), undefined);
    expect((await problems(text, other)).slice(0, 3).map(({ what }) => what)).toEqual(["foreign", "foreign", "foreign"]);
  });

  it("wait where nobody takes them, are told, and go out in their order; the address learns nothing of a redirect", async () => {
    const taken: { readonly text: string; readonly authorization: string | undefined }[] = [];
    let answer = 503;
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        if (answer === 200) taken.push({ text: Buffer.concat(parts).toString("utf8"), authorization: request.headers.authorization });
        response.writeHead(answer, answer === 302 ? { location: "/elsewhere" } : {}).end();
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/heads`;
    const secret = randomBytes(16).toString("hex");
    const to = { kind: "address", url, secret } as const;
    try {
      const before = (await compare("")).waiting;
      const logged: string[] = [];
      const settings = { dataDir: dir, heads: { to, keyFile: undefined, minutes: 60 } };
      for (answer of [503, 302]) {
        await work(1);
        await startSendingHeads(desk.db, settings, { now: () => AFTERWARDS, log: (line) => logged.push(line) }).close();
      }
      expect(logged).toEqual([
        expect.stringMatching(/^audit heads: not sent, next try in 60 minutes: the address answered HTTP 503$/),
        expect.stringMatching(/^audit heads: not sent/),
      ]);
      expect(logged.join()).not.toContain(secret);
      expect([(await compare("")).waiting - before, taken]).toEqual([2, []]);
      answer = 200;
      await sendHeads(desk.db, key, to, AFTERWARDS);
      expect(taken.map(({ authorization }) => authorization)).toEqual([`Bearer ${secret}`, `Bearer ${secret}`]);
      const text = `${readFileSync(fileOf("day").path, "utf8")}${taken.map((one) => one.text).join("\n")}`;
      expect(await problems(text)).toEqual([]);
    } finally {
      server.close();
    }
  });

  it("find a log that was cut, one that was sealed anew from the beginning, and a database that was put back", async () => {
    const to = fileOf("harm");
    const own = new Desk(await open({ name: "desk_heads", fill: Desk.fill }));
    [desk] = [own];
    await work(2);
    const start = await seal();
    await sendHeads(desk.db, key, to, at(10));
    await sql`create table kept_meta as select * from _meta`.execute(desk.db);
    await work(2);
    await sendHeads(desk.db, key, to, at(20));
    const text = readFileSync(to.path, "utf8");
    expect(await problems(text)).toEqual([]);

    // Cut: the last events and rows are gone, with all that was recorded of them.
    await tamper((db) => sql`delete from _event_seal where seq > ${start}`.execute(db));
    const cut = { what: "cut", shopId: SHOP, seq: start + 2, signedAt: at(20).toISOString(), end: start };
    expect(await problems(text)).toEqual([cut]);

    // Put back whole, with what it knew of heads: it knows of one, two were signed.
    await sql`update _meta set value = kept_meta.value from kept_meta where _meta.key = kept_meta.key`.execute(desk.db);
    expect(await problems(text)).toEqual([{ what: "rolledback", known: 1, sent: 2, signedAt: at(20).toISOString() }, cut]);
    // Also when business goes on, and more is signed than before.
    await work(3);
    await sendHeads(desk.db, key, to, at(30));
    await work(1);
    await sendHeads(desk.db, key, to, at(40));
    expect(await problems(readFileSync(to.path, "utf8"))).toEqual([
      { what: "resealed", shopId: SHOP, seq: start + 2, signedAt: at(20).toISOString(), end: start + 4 },
    ]);

    // Sealed anew from the first one: every chain fits, and is another one.
    await tamper((db) =>
      sql`
        with recursive chain as (
          select seq, encode(sha256(convert_to('' || chr(10) || 'anew', 'UTF8')), 'hex') as hash from _event_seal where "SHOP_ID" = ${SHOP} and seq = 1
          union all
          select s.seq, encode(sha256(convert_to(c.hash || chr(10) || 'anew', 'UTF8')), 'hex') from _event_seal s join chain c on s.seq = c.seq + 1
          where s."SHOP_ID" = ${SHOP})
        update _event_seal s set hash = c.hash from chain c where s."SHOP_ID" = ${SHOP} and s.seq = c.seq`.execute(db),
    );
    expect((await problems(readFileSync(to.path, "utf8"))).at(-1)).toEqual({
      what: "resealed",
      shopId: SHOP,
      seq: start,
      signedAt: at(10).toISOString(),
      end: start + 4,
    });
  });
});
