/** Id of the list of hits. */
export const LIST_ID = "module-search-list";

/** Id of a hit in the list. */
export const hitId = (position: number): string => `module-search-hit-${position}`;
