/** Of every thread the name and the file that it runs. */
export function threadsOf(root: string): Record<string, string>;
