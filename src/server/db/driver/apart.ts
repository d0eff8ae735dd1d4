import { statementMark } from "./statement-mark.ts";

const apart = statementMark();

/**
 * The last plugin of a statement that takes effect at once, whatever becomes of the transaction it is told in, and keeps no lock of it: it is run
 * by itself on a connection that is kept for such statements (docs/decisions/120). It must not wait for anything that a transaction holds to its
 * end. The embedded database has one connection: there it is part of the transaction, beside which no other runs.
 */
export const APART = apart.plugin;

/** Whether {@link APART} was said of the statement. */
export const isApart = apart.isOn;
