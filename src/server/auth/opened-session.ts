import { sql } from "kysely";
import { dayOf } from "../../shared/domain/day.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { SIGN_IN } from "../base/tenant.ts";
import type { Db } from "../db/connect.ts";
import { KEEPS_PLAN } from "../db/driver/kept-plan.ts";
import { forTenant } from "../db/driver/tenant-statements.ts";
import { type Account, accounts, settingsOf, userOf, viewerOf } from "./account.ts";
import { withDelegations } from "./delegations.ts";
import type { Session } from "./session.ts";

/** The table of sessions. */
export const SESSIONS = "_session";

/** A session as it was opened, with its user and his rights; whether it is over, or its user may no longer sign in, is not said. */
export interface OpenedSession extends Session {
  readonly account: Account;
  /** The groups that the provider of identity lets the user act in, each as `SHOP_ID/GroupId`; null: he signed in by a password. */
  readonly groups: readonly string[] | null;
  /** In ms; those of its use move on. */
  readonly times: { readonly created: number; lastSeen: number; expires: number };
  /** The day, in Shanghai, that contract and delegations were compared with. */
  readonly day: string;
}

/** Reads the session of a token by its hash; null: there is none. One indexed read, and one for delegations. */
export async function readOpened(db: Db, registry: Registry, tokenHash: string, now: Date): Promise<OpenedSession | null> {
  const found = await accounts(forTenant(db, SIGN_IN), registry)
    .innerJoin(`${SESSIONS} as t`, "t.USER_ID", "u.USER_ID")
    .leftJoin("_credential as c", "c.USER_ID", "u.USER_ID")
    .where("t.token_hash", "=", tokenHash)
    .select([epochMs("t.created").as("created"), epochMs("t.last_seen").as("lastSeen"), epochMs("t.expires").as("expires")])
    .select(["t.proven", "t.groups", "c.given", settingsOf(registry)])
    .$castTo<Account & StoredSession>()
    .withPlugin(KEEPS_PLAN)
    .executeTakeFirst();
  if (found === undefined) return null;
  const viewer = await withDelegations(db, registry, viewerOf(found, registry), now);
  const groups = found.groups === null ? null : (JSON.parse(found.groups) as readonly string[]);
  const isEnterprise = groups !== null;
  return {
    tokenHash,
    viewer,
    // A password that was never used is nothing to be changed.
    mustChange: !isEnterprise && found.given !== null,
    isProven: found.proven,
    isEnterprise,
    created: new Date(found.created),
    user: userOf(found, viewer, registry, now),
    account: found,
    groups,
    times: { created: found.created, lastSeen: found.lastSeen, expires: found.expires },
    day: dayOf(now),
  };
}

/** What is stored of a session; times in ms. */
interface StoredSession {
  readonly created: number;
  readonly lastSeen: number;
  readonly expires: number;
  readonly proven: boolean;
  readonly groups: string | null;
  readonly given: unknown;
}

/** A point of time as a number of ms, so that no text form of it has to be understood. */
export function epochMs(column: string) {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
}
