import type { PredicateEnv } from "../predicate.ts";

const NOBODY = { USER_ID: "", UsrName: "", SHOP_ID: "", PROV_ID: "", side: "", isconfirm: false } as const;

/**
 * What conditions of a form may look at besides its fields: the day. Who fills it in, his rights and the shop's flags were
 * put into the conditions when the form was made (src/shared/domain/settle-predicate.ts).
 */
export function formEnv(today: string): PredicateEnv {
  return { today, actor: NOBODY, functions: new Set(), flags: {} };
}
