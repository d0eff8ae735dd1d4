import type { RawEntity } from "./generated/raw.ts";

/** An own field and the field of another entity that it equals. */
interface Link {
  readonly field: string;
  readonly key: string;
}

/** Which own field equals which of the other entity; the shape check has seen to it that it is one. */
export function linkOf(on: Readonly<Record<string, string>>): Link {
  const [[key, field] = ["", ""]] = Object.entries(on);
  return { field, key };
}

/** The document that a line belongs to; null: the entity is no line. */
export function headOf({ head }: Pick<RawEntity, "head">): (Link & { readonly entity: string }) | null {
  return head === undefined ? null : { entity: head.of, ...linkOf(head.on) };
}

/** The field that holds a document's number, and what its numbers begin with; null: it has none. */
export function numberOf({ number = {} }: Pick<RawEntity, "number">): { readonly field: string; readonly prefix: string } | null {
  const [own] = Object.entries(number);
  return own === undefined ? null : { field: own[0], prefix: own[1] };
}
