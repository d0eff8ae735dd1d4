import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { networksOf } from "../../../src/server/base/safe-address.ts";
import { enqueuing } from "../../../src/server/features/keyed/push/enqueue.ts";
import { runPushes } from "../../../src/server/features/keyed/push/run-pushes.ts";
import { atEnd } from "../db/fixtures/at-end.ts";
import { describeEngine, temporaryFolder } from "../db/fixtures/test-database.ts";
import { type KeyedWorld, openKeyedWorld } from "./fixtures/keyed-world.ts";

const EXAMPLE = join(import.meta.dirname, "../../../docs/examples/erp-folder");
const run = promisify(execFile);

describeEngine("the folder of docs/examples/erp-folder", (open) => {
  let world: KeyedWorld;
  let folder: string;
  let sync: (...entities: readonly string[]) => Promise<{ readonly code: number; readonly said: string }>;
  beforeAll(async () => {
    world = await openKeyedWorld(open);
    world.advance(86_400_000);
    await world.put("Provider", [{ provid: "001", Provider: "茶业公司", statu: 1 }]);
    await world.put("Category", [{ CategoryId: "01", CategoryName: "饮料" }]);
    await world.put("Store", [{ StoreId: "S01", StoreName: "一店", statu: 1 }]);
    const key = await world.newKey("9013.in,8901.in,8901.out");
    const address = await world.app.listen({ port: 0, host: "127.0.0.1" });
    folder = temporaryFolder();
    cpSync(EXAMPLE, folder, { recursive: true });
    sync = async (...entities) => {
      const env = { PATH: process.env.PATH ?? "", SCM_URL: address, SCM_KEY: key };
      const ran = run(process.execPath, [join(folder, "sync.mjs"), folder, ...entities], { env });
      return ran.then(
        ({ stdout }) => ({ code: 0, said: stdout }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
      );
    };
  });
  const files = (name: string) => readdirSync(join(folder, name)).sort();
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  const orders = async () =>
    await world.database.kysely.selectFrom("order").select(["Id", "Billid", "Statu"]).where("Billid", "like", "ERP-%").execute();

  it("brings its files in, says what came of each row, and takes changes out", async () => {
    const ran = await sync("Order");
    expect(ran, ran.said).toMatchObject({ code: 0 });
    expect(files("in")).toEqual([]);
    expect(files("done")).toEqual(["Goods-example.csv", "Goods-example.result.csv", "Order-example.csv", "Order-example.result.csv"]);
    expect(text("done/Goods-example.result.csv")).toMatch(/^row,state,id,key,problems\n1,created,\d+,10001,\n2,created,\d+,10002,\n$/);
    expect(await orders()).toMatchObject([{ Billid: "ERP-1001", Statu: 0 }]);
    const [first = ""] = files("out");
    const lines = text(`out/${first}`).trim().split("\n");
    expect(lines[0]).toMatch(/^change,Id,.*lines\.GoodsId/);
    expect(lines.filter((line) => line.includes("ERP-1001"))).toHaveLength(2);
    // What happens in the portal comes out the next time, and nothing else.
    const [order] = await orders();
    await world.as("admin", "Module/8901/Action", { action: "audit", ids: String(order?.Id) });
    expect(await sync("Order")).toMatchObject({ code: 0 });
    const second = files("out").find((name) => name !== first) ?? "";
    const rows = text(`out/${second}`).trim().split("\n");
    expect(rows.filter((line) => line.startsWith("written,"))).toHaveLength(2);
    expect(await sync("Order")).toEqual({ code: 0, said: "" });
    expect(files("out")).toHaveLength(2);
  });

  it("writes nothing twice, wherever it was cut off", async () => {
    const cursor = text("state/Order.cursor");
    // Before the file was moved away.
    cpSync(join(folder, "done/Order-example.csv"), join(folder, "in/Order-example.csv"));
    expect(await sync()).toMatchObject({ code: 0, said: expect.stringContaining('"created":1') });
    expect(await orders()).toHaveLength(1);
    // Before the cursor was kept.
    const before = files("out").map((name) => [name, text(`out/${name}`)]);
    rmSync(join(folder, "state"), { recursive: true });
    await sync("Order");
    expect(text("state/Order.cursor")).not.toBe("");
    expect(files("out").filter((name) => before.some(([known]) => known === name))).toHaveLength(2);
    writeFileSync(join(folder, "state/Order.cursor"), cursor);
    expect(await sync("Order")).toEqual({ code: 0, said: "" });
  });

  it("puts files with refused rows aside, with what is wrong, and stops at what the key does not open", async () => {
    writeFileSync(
      join(folder, "in/Goods-bad.csv"),
      '\uFEFFGoodsId,GoodsName,unit,CategoryId,cost,price\r\n10003,"a ""b"", c",个,01,1,2\r\n10004,,个,99,x,2\r\n',
    );
    const ran = await sync();
    expect(ran).toMatchObject({ code: 1 });
    expect(files("failed")).toEqual(["Goods-bad.csv", "Goods-bad.result.csv"]);
    expect(text("failed/Goods-bad.result.csv")).toMatch(/\n2,refused,,10004,.*GoodsName 商品名称不能为空/);
    writeFileSync(join(folder, "in/User-1.csv"), "USER_ID\nx\n");
    expect(await sync()).toMatchObject({ code: 1, said: expect.stringContaining("接口密钥没有开放 User 的送入") });
    expect(files("in")).toEqual(["User-1.csv"]);
    rmSync(join(folder, "in/User-1.csv"));
  });

  it("receives pushes, each once, and none that is not signed", async () => {
    const into = join(folder, "pushed");
    mkdirSync(into);
    const subscribe = async (address: string) => {
      const saved = await world.as("admin", "Module/9016/Save", { HookName: "ERP", address, Events: "8901.changed" });
      return /签名密钥：([A-Za-z0-9_-]{43})（/.exec(String(saved.Result.notice))?.[1] ?? "";
    };
    // The port is known once it listens, the secret once the address is: the right one is given at the second start.
    const start = async (secret: string, port: number): Promise<{ port: number; stop: () => Promise<void> }> => {
      const child = spawn(process.execPath, [join(folder, "receive.mjs"), into], {
        env: { PATH: process.env.PATH ?? "", SCM_PUSH_SECRET: secret, PORT: String(port) },
      });
      atEnd(() => void child.kill("SIGKILL"));
      const said = await new Promise<string>((resolve) => child.stdout.once("data", (part) => resolve(String(part))));
      const stop = () => new Promise<void>((resolve) => child.once("exit", () => resolve()) && child.kill("SIGKILL"));
      return { port: Number(/:(\d+)/.exec(said)?.[1]), stop };
    };
    const stranger = await start("another secret", 0);
    const secret = await subscribe(`http://127.0.0.1:${stranger.port}/push`);
    const at = () => new Date();
    const deps = {
      database: world.database,
      db: world.database.kysely,
      registry: () => world.registry,
      now: at,
      taking: enqueuing(() => world.registry, at),
      places: { loopback: true, networks: networksOf([]) },
    };
    await runPushes(deps);
    const [order] = await orders();
    await world.as("admin", "Module/8901/Action", { action: "unaudit", ids: String(order?.Id) });
    await runPushes(deps);
    expect(existsSync(join(into, "pushes.ndjson"))).toBe(false);
    await stranger.stop();
    const receiver = await start(secret, stranger.port);
    const again = () =>
      world.database.kysely
        .updateTable("_push_hook")
        .set({ next_try: new Date(0).toISOString() })
        .execute();
    await again();
    await runPushes(deps);
    const pushes = () =>
      readFileSync(join(into, "pushes.ndjson"), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    expect(pushes()).toMatchObject([{ event: "changed", entity: "Order", row: { Billid: "ERP-1001", Statu: 0 } }]);
    // Its answer was lost: it comes again, under the same number.
    const { delivery, Id } = pushes()[0];
    const { hook } = await world.database.kysely.selectFrom("_push_hook").select("hook").executeTakeFirstOrThrow();
    await world.database.kysely
      .insertInto("_push")
      .values({
        hook,
        SHOP_ID: "0000000054",
        delivery,
        page: 8901,
        entity: "Order",
        row: Id,
        event: "changed",
        happened: at().toISOString(),
      })
      .execute();
    await runPushes(deps);
    expect(await world.database.kysely.selectFrom("_push").select("id").execute()).toEqual([]);
    expect(pushes()).toHaveLength(1);
    await receiver.stop();
  });
});
