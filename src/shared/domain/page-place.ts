/** A page's own address, and what stands below it: one of its documents, or a form. */
export interface PagePlace {
  readonly base: string;
  /** Empty: it is the page itself. */
  readonly rest: string;
}

const BELOW = /^(.*?)(\/show\/[^/]+|\/create|\/[^/]+\/edit)?$/;

/** Which page a path belongs to, with or without slashes at its end. */
export function placeOfPath(path: string): PagePlace {
  const [, base = "", rest = ""] = BELOW.exec(withoutEnd(path)) ?? [];
  return { base, rest };
}

/** The path without slashes at its end. */
export const withoutEnd = (path: string): string => path.replace(/(?<=.)\/+$/, "");
