import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startServer, temporaryFolder } from "../app/fixtures/server-process.ts";
import { signInAt } from "../app/fixtures/sign-in.ts";
import { openCluster, serverPrograms } from "../db/fixtures/private-cluster.ts";
import { databaseUrl } from "../db/fixtures/test-database.ts";
import { fillPayDatabase } from "./fixtures/pay-database.ts";
import { expectPaidOnce, pay } from "./fixtures/paying.ts";
import { randomOf } from "./fixtures/random.ts";
import { ROUNDS } from "./fixtures/rounds.ts";

/** A round starts two servers and loses a database: fewer are enough. */
const TIMES = Math.ceil(ROUNDS / 20);
const BILLS = 240;
const CLIENTS = 12;

const programs = serverPrograms();

// docs/decisions/62: what was acknowledged is there, whoever dies.
describe.skipIf(databaseUrl === undefined || programs === null)("a power cut under load", { timeout: 3_600_000 }, () => {
  it(`kill -9 of a server, then of the database: every acknowledged payment is there, every other one whole or not at all (${TIMES} rounds)`, async () => {
    const cluster = await openCluster(programs ?? "");
    const { look, bills: putBills } = await fillPayDatabase(cluster.url);

    for (let round = 0; round < TIMES; round++) {
      const random = randomOf(round + 1);
      const bills = await putBills(BILLS);
      const start = () => startServer({ DATABASE_URL: cluster.url, DATA_DIR: temporaryFolder(), DEMO: "off" });
      const doomed = start();
      const addresses = [await doomed.address];
      const other = start();
      addresses.push(await other.address);
      const token = await signInAt(addresses[1] ?? "", "boss175");

      const acknowledged = new Set<number>();
      const refused: number[] = [];
      const todo = bills.map(({ id }) => id);
      let isOver = false;
      const client = async (n: number) => {
        const address = addresses[n % 2] ?? "";
        while (!isOver) {
          const id = todo.pop();
          if (id === undefined) return;
          const code = await codeOf(address, token, id);
          if (code === 200) acknowledged.add(id);
          else if (code !== null) refused.push(code);
          // Its server is gone.
          else if (n % 2 === 0) return;
        }
      };
      const clients = Array.from({ length: CLIENTS }, (_, n) => client(n));
      while (acknowledged.size < 20 + random(20)) await sleep(1);
      doomed.child.kill("SIGKILL");
      const before = acknowledged.size;
      while (acknowledged.size < before + 20 + random(20)) await sleep(1);
      cluster.crash();
      isOver = true;
      await Promise.all(clients);
      // The database is gone, which is no fault of the user's and no crash of the server.
      expect(new Set(refused.filter((code) => code !== 503))).toEqual(new Set());
      expect(other.child.exitCode).toBeNull();
      cluster.start();

      await look((database) => expectPaidOnce(database, bills, acknowledged));
      // The server that is left goes on by itself.
      const left = todo[0];
      expect(left).toBeDefined();
      await expect.poll(() => codeOf(addresses[1] ?? "", token, left ?? 0)).toBe(200);
      other.child.kill("SIGKILL");
      await Promise.all([doomed.exit(), other.exit()]);
    }
  });
});

/** What is answered to a payment; null: nothing. */
async function codeOf(address: string, token: string, id: number): Promise<number | null> {
  const answer = await pay(address, token, id).catch(() => null);
  return answer?.Code ?? null;
}
