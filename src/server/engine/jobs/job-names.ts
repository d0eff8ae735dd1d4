/** Jobs that entities may name (`job`): what makes their rows for a period. */
export const JOBS = ["statements"] as const;
export type JobName = (typeof JOBS)[number];
