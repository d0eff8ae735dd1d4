import type { Kysely } from "kysely";

/** Every table by name; rows are untyped because the tables come from the entity files. */
export type Tables = Record<string, Record<string, unknown>>;

/** The handle of the query builder. */
export type Db = Kysely<Tables>;
