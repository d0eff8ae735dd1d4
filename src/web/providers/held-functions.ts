/** Whether a function is among the keys that the user holds on a page, as its screen tells them. */
export const isHeld = (functions: readonly string[], action: string): boolean => functions.includes(action.toLowerCase());
