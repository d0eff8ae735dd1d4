/** The browser a person has; only what needs its window or its PDF viewer is tested in it. */
export const WHOLE_CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/**
 * Flags that keep Chromium to this machine and working as root in a container. A page of a test is gone before it pays to optimize its
 * program, by either of the two compilers that do: without the one a sixth less work, without both a third.
 */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--js-flags=--no-opt --no-maglev",
];
