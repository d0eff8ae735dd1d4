/** Names of fields that every entity may have and that no file gives a meaning of its own. */
export const KEY = "Id";
export const SHOP = "SHOP_ID";
export const ROW_VERSION = "rowver";
export const LINE_NUMBER = "LineNo";
