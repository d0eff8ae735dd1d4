const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long failures count, in ms. */
export const COUNTS_FOR = { place: 24 * 60 * MINUTE, elsewhere: 10 * MINUTE } as const;

/**
 * How many failures cost nothing, how many more double the wait, and the longest one, in ms.
 * `place`: of this user on this device, or from this address. `address`: of whomever from this address; colleagues share one.
 * `user`: of this user from wherever. The last two are others' doing, too: they cost a newcomer a minute at most.
 */
export const WAITS = {
  place: { free: 3, doubledBy: 1, longest: 60 * MINUTE },
  address: { free: 10, doubledBy: 4, longest: MINUTE },
  user: { free: 10, doubledBy: 4, longest: MINUTE },
} as const;

const SHORTEST = 2 * SECOND;

/** Failed tries that still count. */
export interface FailureCounts {
  readonly place: number;
  /** When the last of them was, in ms; 0: none. */
  readonly lastOfPlace: number;
  readonly address: number;
  readonly user: number;
}

/** How long (ms) the place waits after its last failure. */
export function waitOfPlace({ place }: FailureCounts): number {
  return waitAfter(place, WAITS.place);
}

/** How long (ms) somebody waits who comes from a device that his user has not signed in on, from when he asked. */
export function waitOfNewcomer({ address, user }: FailureCounts): number {
  return Math.max(waitAfter(address, WAITS.address), waitAfter(user, WAITS.user));
}

function waitAfter(failures: number, { free, doubledBy, longest }: (typeof WAITS)[keyof typeof WAITS]): number {
  if (failures < free) return 0;
  // guard rate as SHORTEST: tests/server/auth/judge-tries.test.ts
  return Math.min(longest, SHORTEST * 2 ** Math.floor((failures - free) / doubledBy));
}
