import { tenantOf } from "../base/tenant.ts";
import { forTenant } from "../db/driver/tenant-statements.ts";
import type { QueryContext } from "../query/context.ts";
import type { SessionCall } from "./route.ts";

/**
 * Does the part of a call that only reads, where that is done (docs/decisions/130): on a replica of the database that has all the caller must see, else on
 * the database itself. It may be done twice, and must leave nothing behind. Whatever is to be changed afterwards is read from the call's own context.
 */
export function reading<T>({ services, session, context }: SessionCall, work: (at: QueryContext) => Promise<T>): Promise<T> {
  return services.database.reads.short(session.viewer, (db) => work({ ...context, db: forTenant(db, tenantOf(context.viewer)) }));
}
