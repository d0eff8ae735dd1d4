import { closest, distance } from "fastest-levenshtein";

/**
 * The valid name that was probably meant, as a hint. Nothing when none is near: a far name would mislead.
 * Compared without regard to case, so that `balance` finds `Balance`.
 */
export function didYouMean(name: string, valid: Iterable<string>): string | undefined {
  const names = [...valid];
  if (names.length === 0) return undefined;
  const lower = name.toLowerCase();
  const best = closest(
    lower,
    names.map((each) => each.toLowerCase()),
  );
  const found = names.find((each) => each.toLowerCase() === best);
  const allowed = Math.max(1, Math.floor(Math.max(name.length, best.length) * 0.4));
  if (found === undefined || distance(lower, best) > allowed) return undefined;
  return `did you mean "${found}"?`;
}

/** The nearest name, or the whole list when it is short enough to read. */
export function didYouMeanOrList(name: string, valid: Iterable<string>): string | undefined {
  const names = [...valid];
  return didYouMean(name, names) ?? (names.length > 0 && names.length <= 8 ? `known: ${names.join(", ")}` : undefined);
}
