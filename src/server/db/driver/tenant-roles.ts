import type pg from "pg";
import { TENANT_ROLES } from "./tenant-statements.ts";

export const ROLES: readonly string[] = Object.values(TENANT_ROLES);

/**
 * Makes the roles that stand for tenants where this login may do so: they belong to the whole cluster, and each database that
 * has the wall uses the same. Returns whether this login can become each of them afterwards.
 */
export async function ensureTenantRoles(pool: Pick<pg.Pool, "query">): Promise<boolean> {
  if (await canBecomeAll(pool)) return true;
  await pool.query(MAKE_ROLES);
  return canBecomeAll(pool);
}

/** Whether this login can become every role that stands for tenants. */
export async function canBecomeAll(pool: Pick<pg.Pool, "query">): Promise<boolean> {
  const { rows } = await pool.query(
    "select count(*)::int as known from pg_roles where rolname = any($1) and pg_has_role(current_user, oid, 'MEMBER')",
    [ROLES],
  );
  return rows[0]?.known === ROLES.length;
}

/** Another server may make them at the same time; who may not make roles leaves it. */
const MAKE_ROLES = `do $$
declare
  wanted text;
begin
  if not (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) then return; end if;
  foreach wanted in array array[${ROLES.map((role) => `'${role}'`).join(", ")}] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
    begin
      if not pg_has_role(current_user, wanted, 'MEMBER') then execute format('grant %I to current_user', wanted); end if;
    exception when insufficient_privilege then null;
    end;
  end loop;
end $$`;
