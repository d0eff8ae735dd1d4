/** The engine this release is built with. A test compares it with package.json and with the running engine. */
export const ENGINE = { product: "pglite", postgres: 18, pglite: "0.5.16" } as const;
