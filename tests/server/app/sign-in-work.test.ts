import { AsyncLocalStorage } from "node:async_hooks";
import type { KyselyPlugin } from "kysely";
import { expect, it, vi } from "vitest";
import { hashPassword } from "../../../src/server/auth/password.ts";
import { openUsual } from "../db/fixtures/test-database.ts";
import { openPortal } from "./fixtures/portal.ts";
import { tryToSignIn } from "./fixtures/tries.ts";
import { PASSWORD } from "./fixtures/world.ts";

interface Work {
  readonly verified: string[];
  statements: number;
}

const work = vi.hoisted(() => ({ verified: [] as string[] }));
/** What a try causes; what the portal does by the clock meanwhile is none of it. */
const trying = new AsyncLocalStorage<Work>();

/** The real package, which also notes what it is asked to compare with. */
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  const verify: typeof real.verify = (hash, ...rest) => {
    work.verified.push(String(hash));
    return real.verify(hash, ...rest);
  };
  return { ...real, verify };
});

const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    const one = trying.getStore();
    if (one) one.statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};

it("is as much work for a name that nobody has: one hash of the same cost, and the same statements", async () => {
  const portal = await openPortal({
    open: async (content) => {
      const database = await openUsual(content);
      return { ...database, kysely: database.kysely.withPlugin(counting) };
    },
  });
  // Other tests are content with a cheap hash.
  await portal.database.kysely
    .updateTable("_credential")
    .set({ hash: await hashPassword(PASSWORD) })
    .execute();
  // What a start reads is no part of the first try.
  await portal.app.ready();
  const workOf = async (name: string, password: string) => {
    const one: Work = { verified: [], statements: 0 };
    work.verified = one.verified;
    const { Msg } = await trying.run(one, () => tryToSignIn(portal, name, password));
    portal.advance(11 * 60_000);
    return { Msg, costs: one.verified.map((hash) => /^\$argon2id\$v=\d+\$[mtp=,\d]+\$/.exec(hash)?.[0]), statements: one.statements };
  };
  const known = await workOf("admin", "wrong");
  expect(known).toEqual({ Msg: "用户名或密码错误", costs: [expect.stringContaining("m=19456,t=2,p=1")], statements: 3 });
  expect(await workOf("nobody", "wrong")).toEqual(known);
  expect(await workOf("off", PASSWORD), "a disabled account").toEqual(known);
  expect(await workOf("nobody", "x".repeat(128)), "a long password").toEqual(known);
});
