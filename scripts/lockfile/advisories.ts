import { satisfies, validRange } from "semver";
import type { Locked } from "./locked.ts";

/**
 * What is publicly known of faults in packages, as scripts/lockfile/advisories.json keeps it. `taken`: the day it was put together;
 * `until`: the newest day that any of its sources tells of. Days are YYYY-MM-DD, ranges those of npm.
 */
export interface Snapshot {
  readonly taken: string;
  readonly until: string;
  /** Names that were looked up: of these, no advisory means that none was found. */
  readonly packages: readonly string[];
  readonly advisories: readonly Advisory[];
}

interface Advisory {
  readonly id: string;
  readonly package: string;
  readonly range: string;
  readonly severity: string;
  readonly title: string;
}

/** An advisory that stays although a locked version is concerned: why, and the day (YYYY-MM-DD) on which that is looked at again. */
export interface Accepted {
  readonly id: string;
  readonly package: string;
  readonly reason: string;
  readonly until: string;
}

const SNAPSHOT = "scripts/lockfile/advisories.json";
const ACCEPTED = "scripts/lockfile/accepted.json";
const DAYS_OF_A_SNAPSHOT = 90;
const DAY_MS = 86_400_000;

/** Of a package that nobody looked up the snapshot knows nothing, which is not to look as if nothing were wrong. */
export function lookUpFindings(packages: readonly Locked[], snapshot: Snapshot): string[] {
  const known = new Set(snapshot.packages);
  const first = new Map(packages.map((each) => [each.name, each]));
  return [...first.values()]
    .filter(({ name }) => !known.has(name))
    .map(
      ({ place, name }) => `${place}: nobody looked up ${name}; do so, and add it to packages of ${SNAPSHOT}, with its advisories if any`,
    );
}

function concerned(packages: readonly Locked[], { package: name, range }: Advisory): Locked[] {
  return packages.filter((each) => each.name === name && satisfies(each.version, range, { includePrerelease: true }));
}

export function advisoryFindings(packages: readonly Locked[], { advisories }: Snapshot, accepted: readonly Accepted[]): string[] {
  return advisories.flatMap((advisory) => {
    const { id, package: name, range, severity, title } = advisory;
    if (validRange(range) === null) return [`${SNAPSHOT} ${id} ${name}: "${range}" is no range of versions; write it as npm does`];
    if (accepted.some((each) => each.id === id && each.package === name)) return [];
    const told = `${id} (${severity}): ${title}, in ${range}`;
    return concerned(packages, advisory).map(({ place }) => `${place}: ${told}; update it, or accept it in ${ACCEPTED} with a reason`);
  });
}

export function acceptedFindings(
  packages: readonly Locked[],
  { advisories }: Snapshot,
  accepted: readonly Accepted[],
  today: string,
): string[] {
  return accepted.flatMap(({ id, package: name, reason, until }) => {
    const place = `${ACCEPTED} ${id} ${name}`;
    const advisory = advisories.find((each) => each.id === id && each.package === name);
    if (advisory === undefined || concerned(packages, advisory).length === 0)
      return [`${place}: no locked version is concerned; remove it`];
    return [
      ...(reason.trim() === "" ? [`${place}: says no reason; write why it may stay`] : []),
      // Also what is no day at all, as no comparison with it holds.
      ...(Date.parse(today) <= Date.parse(until)
        ? []
        : [`${place}: was accepted until ${until}; look at it again, then update or set a new day`]),
    ];
  });
}

export function ageWarnings({ taken, until }: Snapshot, today: string): string[] {
  const days = Math.floor((Date.parse(today) - Date.parse(until)) / DAY_MS);
  if (days <= DAYS_OF_A_SNAPSHOT) return [];
  return [`${SNAPSHOT}: was taken on ${taken} and knows nothing after ${until}, ${days} days ago; take a newer one`];
}
