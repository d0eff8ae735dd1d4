import pg from "pg";
import { StartupError } from "../../base/startup-error.ts";
import { canBecomeAll, ROLES } from "../driver/tenant-roles.ts";

/** What the database says of a login. */
interface Facts {
  readonly login: string;
  readonly database: string;
  readonly schema: string | null;
  /** Of this very database: two logins that see different ones would not notice. */
  readonly place: string;
  readonly issuper: boolean;
  readonly bypasses: boolean;
  readonly makesroles: boolean;
  readonly owns: boolean;
}

type Pool = Pick<pg.Pool, "query">;

/**
 * Throws a {@link StartupError} where the wall between tenants would not hold for this login, or nobody could change the schema: the
 * database ignores policies for superusers, and for owners, who may also drop them (docs/decisions/85). It says what to type.
 *
 * @param owner the pool of DATABASE_OWNER_URL; undefined: unset
 */
export async function refuseOwner(login: Pool, owner: Pool | undefined): Promise<void> {
  const is = await factsOf(login);
  const owning = owner && (await factsOf(owner));
  const problems = [
    ...(await loginProblems("DATABASE_URL", login, is)),
    ...(owning === undefined ? ["DATABASE_OWNER_URL is not set"] : []),
    ...(owning !== undefined && owning.place !== is.place
      ? ["DATABASE_OWNER_URL names another database, or schema, than DATABASE_URL"]
      : []),
  ];
  if (problems.length === 0) return;
  throw new StartupError([...problems, "", ...adviceFor(is)].join("\n  "));
}

/** Why the wall between tenants would not hold for a login, a line each; none: it holds. */
export async function loginProblems(variable: string, login: Pool, facts?: Facts): Promise<readonly string[]> {
  const is = facts ?? (await factsOf(login));
  if (is.issuper) return [`${variable} signs in as ${is.login}, a superuser`];
  return [
    ...(is.bypasses ? [`${variable} signs in as ${is.login}, who bypasses row security (BYPASSRLS)`] : []),
    ...(is.makesroles ? [`${variable} signs in as ${is.login}, who may make roles (CREATEROLE)`] : []),
    ...(is.owns ? [`${variable} signs in as ${is.login}, who owns the database, its schema or tables`] : []),
    ...((await canBecomeAll(login)) ? [] : [`${is.login} is not a member of ${ROLES.join(", ")}`]),
  ];
}

/**
 * Throws a {@link StartupError} where a login works alone on tables that another one owns: it would see no rows, and take them for none.
 */
export async function refuseStranger(login: Pool): Promise<void> {
  if (!(await isStranger(login))) return;
  const { login: name } = await factsOf(login);
  throw new StartupError(
    `DATABASE_URL signs in as ${name}, who does not own the tables, and DATABASE_OWNER_URL is not set: set it to the owner's login`,
  );
}

/** Whether there are tables that another one owns, who has policies for them. */
export async function isStranger(login: Pool): Promise<boolean> {
  const { rows } = await login.query<{ stranger: boolean }>(`
    select exists (
      select from pg_class where relnamespace = current_schema()::regnamespace and relrowsecurity
        and not pg_has_role(current_user, relowner, 'MEMBER')) as stranger`);
  return rows[0]?.stranger === true;
}

async function factsOf(pool: Pool): Promise<Facts> {
  const { rows } = await pool.query<Facts>(`
    select current_user::text as login, current_database()::text as database, current_schema()::text as schema,
      concat_ws('/', (select oid from pg_database where datname = current_database()), current_schema(), pg_postmaster_start_time()) as place,
      r.rolsuper as issuper, r.rolbypassrls as bypasses, r.rolcreaterole as makesroles,
      exists (select from pg_database where datname = current_database() and pg_has_role(current_user, datdba, 'MEMBER'))
        or exists (select from pg_namespace where nspname = current_schema() and pg_has_role(current_user, nspowner, 'MEMBER'))
        or exists (select from pg_class where relnamespace = current_schema()::regnamespace and pg_has_role(current_user, relowner, 'MEMBER'))
        as owns
    from pg_roles r where r.rolname = current_user`);
  const [facts] = rows;
  if (facts === undefined) throw new Error("the database does not know its own login");
  return facts;
}

/** What the administrator of the cluster types once; the passwords are his to choose. */
function adviceFor({ database, schema }: Facts): string[] {
  const [name, place] = [pg.escapeIdentifier(database), pg.escapeIdentifier(schema ?? "public")];
  return [
    "用管理员身份在 psql 中执行一次（口令自定）/ run once in psql as its administrator, with passwords of your own:",
    "",
    "create role scm_owner login password '…';",
    "create role scm_app login password '…';",
    ...ROLES.map((role) => `create role ${role} nologin;`),
    `grant ${ROLES.join(", ")} to scm_app;`,
    `alter database ${name} owner to scm_owner;`,
    `alter schema ${place} owner to scm_owner;`,
    `revoke connect on database ${name} from public;`,
    `grant connect on database ${name} to scm_app;`,
    `grant usage on schema ${place} to scm_app;`,
    "-- 库中已有表时，逐表改属主 / where there are tables already, for each of them, and for functions likewise:",
    `select format('alter table %I.%I owner to scm_owner;', schemaname, tablename) from pg_tables where schemaname = '${schema ?? "public"}' \\gexec`,
    `select format('alter function %s owner to scm_owner;', oid::regprocedure) from pg_proc where pronamespace = '${place}'::regnamespace \\gexec`,
    "",
    "然后 / then set",
    `DATABASE_URL=postgresql://scm_app:…@host:5432/${database}`,
    `DATABASE_OWNER_URL=postgresql://scm_owner:…@host:5432/${database}`,
    "单机、测试环境可设 ALLOW_OWNER=1，用同一个账号 / a desk or a test may use one login for all: ALLOW_OWNER=1",
  ];
}
