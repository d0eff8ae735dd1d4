import { closest, distance } from "fastest-levenshtein";

/** A list longer than this is no help. */
const READABLE = 16;
/** Part of a name by which the two must differ at most. */
const NEAR = 0.4;

/** The valid name that was probably meant, as a hint; nothing when none is near: a far name would mislead. */
export function didYouMean(name: string, valid: Iterable<string>): string | undefined {
  const found = nearest(name, valid);
  return found === undefined ? undefined : `did you mean "${found}"?`;
}

/**
 * The valid name that was probably meant: the nearest one, else one that begins it or that it begins. Compared without regard to case,
 * so that `balance` finds `Balance`.
 */
export function nearest(name: string, valid: Iterable<string>): string | undefined {
  const lower = name.toLowerCase();
  const names = [...valid].map((each) => ({ each, lower: each.toLowerCase() }));
  const best = closest(
    lower,
    names.map((other) => other.lower),
  );
  const allowed = Math.max(1, Math.floor(Math.max(name.length, best?.length ?? 0) * NEAR));
  const isNear = best !== undefined && distance(lower, best) <= allowed;
  return (isNear ? names.find((other) => other.lower === best) : names.find((other) => begins(lower, other.lower)))?.each;
}

/** `integer` and `int`; not for names of one or two letters, which begin too much. */
function begins(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a));
}

/** The nearest name, or the whole list when it is short enough to read. */
export function didYouMeanOrList(name: string, valid: Iterable<string>): string | undefined {
  const names = [...valid];
  return didYouMean(name, names) ?? (names.length > 0 && names.length <= READABLE ? `known: ${names.join(", ")}` : undefined);
}
