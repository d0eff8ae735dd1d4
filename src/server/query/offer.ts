import type { Row } from "../../shared/domain/cell.ts";
import type { Registry } from "../../shared/registry/model.ts";
import type { QueryContext } from "./context.ts";

/** What a form says beside a row before it is chosen. */
export interface OfferNote {
  /** Empty: nothing. */
  readonly note: string;
  /** The row stands there to be seen, and cannot be chosen. */
  readonly isClosed: boolean;
}

/**
 * Tells what is to know of the rows that a ref field offers; a feature brings it under the name that fields use (`offer`,
 * docs/decisions/111).
 */
export interface Offer {
  /** `own`: the form as filled in so far; `codes`: what the field would hold. Rows that nothing is to be said of may be left out. */
  tell(ctx: QueryContext, own: Row, codes: readonly string[]): Promise<ReadonlyMap<string, OfferNote>>;
}

/** An offer by the name that fields give it. */
export function offerOf(registry: Registry, name: string): Offer {
  const offer = registry.code.offers[name] as Offer | undefined;
  if (offer === undefined) throw new Error(`no offer ${name}: the registry must have refused it`);
  return offer;
}
