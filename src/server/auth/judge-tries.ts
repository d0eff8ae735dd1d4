/** How long a failure counts, in ms. */
export const WINDOW_MS = 10 * 60_000;

/** Failures within the window after which … */
export const LIMITS = {
  /** … of this user from wherever, a captcha is asked for. */
  captchaOfUser: 3,
  /** … of this address with whatever users, a captcha is asked for. Colleagues share an address, hence more. */
  captchaOfAddress: 10,
  /** … of this user from wherever, the way is narrow: nobody enters without a captcha, and who comes without is told to wait. */
  user: 5,
  /** … of this user from this address, nobody enters as him from here. */
  pair: 5,
  /** … of this address, nobody enters from here. */
  address: 50,
  /** … of this user, nobody enters as him at all: programs read captchas, too. */
  userAtMost: 20,
} as const;

/** A failed try, and whom it counts against. */
export interface Failure {
  /** In ms. */
  readonly at: number;
  /** The password of this user was guessed at, from wherever. */
  readonly isUser: boolean;
  /** It came from this address. */
  readonly isAddress: boolean;
  /** It came from this address and named this user. */
  readonly isPair: boolean;
}

/** What earlier failures mean for the next try. */
export interface TryVerdict {
  readonly needsCaptcha: boolean;
  /** Until when (ms) nobody enters, captcha or not; 0: it is open. */
  readonly closedUntil: number;
  /** Until when (ms) nobody enters without a captcha. */
  readonly narrowUntil: number;
  /** This user has failed from this address: a success wipes that out. */
  readonly hasOwnFailures: boolean;
}

/** Judges by the failures within the window, in any order. */
export function judgeTries(failures: readonly Failure[]): TryVerdict {
  const times = (isCounted: (failure: Failure) => boolean) =>
    failures
      .filter(isCounted)
      .map(({ at }) => at)
      .sort((a, b) => a - b);
  const ofUser = times(({ isUser }) => isUser);
  const ofAddress = times(({ isAddress }) => isAddress);
  const ofPair = times(({ isPair }) => isPair);
  return {
    needsCaptcha: ofUser.length >= LIMITS.captchaOfUser || ofAddress.length >= LIMITS.captchaOfAddress,
    closedUntil: Math.max(endOf(ofPair, LIMITS.pair), endOf(ofAddress, LIMITS.address), endOf(ofUser, LIMITS.userAtMost)),
    narrowUntil: endOf(ofUser, LIMITS.user),
    hasOwnFailures: ofPair.length > 0,
  };
}

/** When so many failures have left the window that fewer than `limit` are in it; 0: that is so already. */
function endOf(times: readonly number[], limit: number): number {
  const last = times[times.length - limit];
  return last === undefined ? 0 : last + WINDOW_MS;
}
