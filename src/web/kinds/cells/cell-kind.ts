/** The kinds of Excel cells. Plain data, as it travels to the export worker. */
export type CellKind = "text" | "integer" | "money" | "quantity" | "rate" | "status" | "flag" | "printed" | "unread";
