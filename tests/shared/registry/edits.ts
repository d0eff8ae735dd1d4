/** Every edit of one value of a file: another one of its kind, or none. */
export function* editsOf(
  json: unknown,
  path: readonly (string | number)[] = [],
): Generator<{ path: readonly (string | number)[]; value: unknown }> {
  if (path.length > 0) yield { path, value: undefined };
  if (typeof json === "boolean") yield { path, value: !json };
  else if (typeof json === "number") yield { path, value: json + 1 };
  else if (typeof json === "string") yield { path, value: `${json}x` };
  else if (Array.isArray(json)) for (const [index, value] of json.entries()) yield* editsOf(value, [...path, index]);
  else if (json !== null) for (const [key, value] of Object.entries(json as object)) yield* editsOf(value, [...path, key]);
}

/** All of them in the long run; otherwise every thirtieth, of each file others: some ninety edits of all files, each built and planned. */
export const someOf = <T>(all: Iterable<T>, index: number, of = 30): readonly T[] =>
  [...all].filter((_, at) => process.env.TEST_LONG === "all" || at % of === index % of);
