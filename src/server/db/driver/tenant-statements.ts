import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode } from "kysely";
import type { Tenant } from "../../base/tenant.ts";
import type { Db } from "./database.ts";
import type { PlanMode } from "./kept-plan.ts";

/** The role of the database that stands for each kind of tenant: policies are made for it, nobody signs in as it. */
export const TENANT_ROLES = {
  shop: "scm_shop",
  market: "scm_market",
  supplier: "scm_supplier",
  signIn: "scm_sign_in",
} as const satisfies Record<Tenant["as"], string>;

/** What policies ask; set for one transaction only. */
export const TENANT_SETTINGS = { shop: "scm.shop", supplier: "scm.supplier" } as const;

/** What is said of a statement besides what it does. */
interface Said {
  readonly tenant?: Tenant;
  readonly writer?: string;
}

const said = new WeakMap<object, Said>();

/**
 * The same handle, or open transaction, whose statements are run as a tenant, however they are made. The one way to say it: a connection
 * keeps nothing of it ({@link tenantOfStatement} is asked for each statement). What was said before is replaced.
 */
export function forTenant(db: Db, tenant: Tenant): Db {
  return db.withPlugin(new Says({ tenant }));
}

/**
 * The same handle, whose statements are a user's own doing: what they write he sees at once, wherever he reads it (docs/decisions/130). Of what nobody says
 * it, the shop as a whole is taken to wait.
 */
export function writtenBy(db: Db, userId: string): Db {
  return db.withPlugin(new Says({ writer: userId }));
}

class Says implements KyselyPlugin {
  readonly #said: Said;

  constructor(what: Said) {
    this.#said = what;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    const copy = { ...node };
    said.set(copy, { ...said.get(node), ...this.#said });
    return copy;
  }

  transformResult({ result }: Parameters<KyselyPlugin["transformResult"]>[0]) {
    return Promise.resolve(result);
  }
}

/** As whom the statement is run; undefined: as who is signed in to the database. */
export function tenantOfStatement(statement: object): Tenant | undefined {
  return said.get(statement)?.tenant;
}

/** Whose doing the statement is; undefined: nobody's in particular. */
export function writerOfStatement(statement: object): string | undefined {
  return said.get(statement)?.writer;
}

/** Makes a transaction the tenant's, until it ends or another statement of this kind comes; and says how kept statements are planned ({@link PlanMode}). */
export const STAND_AS = `select set_config('role', $1, true), set_config('${TENANT_SETTINGS.shop}', $2, true), set_config('${TENANT_SETTINGS.supplier}', $3, true), set_config('plan_cache_mode', $4, true)`;

/** The first parameters of {@link STAND_AS}; of nobody: the login itself. */
export function standingOf(tenant: Tenant | undefined): readonly [role: string, shop: string, supplier: string] {
  if (tenant === undefined) return ["none", "", ""];
  return [TENANT_ROLES[tenant.as], tenant.shop, tenant.as === "supplier" ? tenant.supplier : ""];
}
