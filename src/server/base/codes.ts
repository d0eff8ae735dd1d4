declare const code: unique symbol;

/**
 * A whole number of a list of codes, told by the compiler from other numbers and from the codes of other lists; at run time just the
 * number. Only the generated constants make them.
 */
export type Code<List extends string, Value extends number> = number & { readonly [code]: readonly [List, Value] };

/** The codes of a list by their names. */
export function codes<const List extends string, const Values extends Readonly<Record<string, number>>>(_list: List, values: Values) {
  // A number is made a code here and nowhere else.
  return values as unknown as { readonly [Name in keyof Values]: Code<List, Values[Name]> };
}

/** Any code of a list. */
export type CodeOf<List> = List[keyof List];

/** The code of a list that a number from outside is; null: none of them. */
export function asCode<Value extends number>(list: Readonly<Record<string, Value>>, value: unknown): Value | null {
  return Object.values(list).find((one) => one === value) ?? null;
}

/** Whether a field holds one of these codes; an empty one holds none. */
export function isOneOf<Value extends number | string>(value: Value | null | undefined, of: readonly Value[]): boolean {
  return value !== null && value !== undefined && of.includes(value);
}
