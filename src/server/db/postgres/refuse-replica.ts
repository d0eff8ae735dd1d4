import type pg from "pg";
import { canBecomeAll, ROLES } from "../driver/tenant-roles.ts";
import { isStranger, loginProblems } from "./refuse-owner.ts";

type Pool = Pick<pg.Pool, "query">;

/** What tells one database from another, wherever it is copied to. */
interface Facts {
  readonly follows: boolean;
  readonly cluster: string;
  readonly database: string;
}

/** Checks that belong to all copies of one database. */
export interface ReplicaRules {
  readonly primary: Pool;
  /** How far the database was when its own login was checked. */
  readonly since: bigint;
  /** The wall between tenants stands in the database, so each login must be able to become its roles. */
  readonly hasWall: boolean;
  /** Refuses a login that the wall would not hold for, as for the database itself (docs/decisions/85). */
  readonly mustNotOwn: boolean;
}

const VARIABLE = "DATABASE_READ_URL";

/** Why a database is no copy of another one, a line; none: it is a standby that follows it. `place`: how it is called. */
export async function copyProblems(replica: Pool, place: string, { primary }: ReplicaRules): Promise<readonly string[]> {
  const [is, of] = [await factsOf(replica), await factsOf(primary)];
  if (is.cluster !== of.cluster || is.database !== of.database)
    return [
      `${VARIABLE}: ${place} 不是 DATABASE_URL 那个库的副本 / is no copy of the database of DATABASE_URL (another cluster, database or schema)`,
    ];
  if (is.follows) return [];
  return [
    `${VARIABLE}: ${place} 不是备库（可能是主库自己，或已被提升） / is no standby: it is the primary itself, or was promoted (pg_is_in_recovery() is false)`,
  ];
}

/**
 * Why the wall between tenants would not hold for whoever reads there, a line each; none: it does. Logins and roles come with the copy, so it must have
 * come as far as the database was when those were checked.
 */
export async function readerProblems(replica: Pool, { hasWall, mustNotOwn }: ReplicaRules): Promise<readonly string[]> {
  if (mustNotOwn) return loginProblems(VARIABLE, replica);
  if (hasWall)
    return (await canBecomeAll(replica)) ? [] : [`${VARIABLE}: 该账号不能成为 / its login is not a member of ${ROLES.join(", ")}`];
  return (await isStranger(replica))
    ? [`${VARIABLE}: 该账号不是表的属主，看不到任何行 / its login does not own the tables, and would see no rows`]
    : [];
}

async function factsOf(pool: Pool): Promise<Facts> {
  const { rows } = await pool.query<Facts>(`
    select pg_is_in_recovery() as follows, (select system_identifier::text from pg_control_system()) as cluster,
      concat_ws('/', (select oid from pg_database where datname = current_database()), current_schema()) as database`);
  const [facts] = rows;
  if (facts === undefined) throw new Error("the database does not say what it is");
  return facts;
}
