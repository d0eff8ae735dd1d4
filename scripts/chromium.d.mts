/** Path of a Chromium for the browser tests; null if there is none and none can be installed. */
export function findChromium(): Promise<string | null>;
