/** The function keys that come with a page, whatever buttons it has: to read its rows, to take them away and, where it has a template, to print them. */
export const pageKeys = (hasPrint: boolean): readonly string[] => ["query", "export", ...(hasPrint ? ["print"] : [])];
