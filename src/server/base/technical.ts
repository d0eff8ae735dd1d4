export { KEY, LINE_NUMBER, ROW_VERSION, SHOP } from "../../shared/registry/rights/technical.ts";

/**
 * Names that the query layer itself relies on. Everything else it learns from the registry.
 * TaskState: one row per document and side with that side's unread count. EventLog: one row per transition.
 */
/** Lower-case copy of the key that travels with every row (docs/decisions/09). */
export const KEY_COPY = "id";
/** How often a document was printed. */
export const DEGREE = "Degree";

export const TASK_STATE = "TaskState";
export const EVENT_LOG = "EventLog";
/** Fields that both use to name the row they are about: the entity's name, and the row's Id as text. */
export const ABOUT = { entity: "entity", row: "bllid" } as const;

/** A shop names the mall whose market it belongs to. */
export const MARKET = { entity: "Shop", mall: "MarketId" } as const;
export const SHOP_PATTERN = "^[0-9]{10}$";
