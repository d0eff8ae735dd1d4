const DAY_MS = 86_400_000;

/** A day, yyyy-MM-dd, so many days later. */
export function addDays(day, count) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, "yyyy-MM-dd".length);
}

/** Today in Shanghai. */
export function today() {
  return new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, "yyyy-MM-dd".length);
}
