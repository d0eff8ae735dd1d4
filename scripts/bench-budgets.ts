/** What may not be exceeded, for `npm run bench -- --check`: ratios of one run, but where a number says its unit. What each means: docs/performance.md. */
export const BUDGETS = {
  /** Times the processor time of the best plan there could be. */
  pages: {
    "no filter": 2,
    "as it opens: 31 days and what waits, which comes first": 3,
    "three filters": 2,
    "part of a supplier's name": 2,
    "31 days": 2,
    "by amount": 2,
    "page 1000": 2,
    "a supplier's own": 1.5,
  },
  /** Times as long as without. */
  lists: { besideWork: 2 },
  work: {
    /** Of any page at 64 clients. */
    refused: 0,
    /** Seconds of processor, server and database. */
    bulk: 3,
    /** Confirmations a second at 8 clients, of those at one; and what part of what bare transactions gain in the same run. */
    confirmsAt8: 5,
    confirmsBesideBare: 0.6,
  },
  /** Times as long as on a quiet portal, p95. */
  beside: { heavy: 2, export: 2, bulk: 2 },
  export: {
    /** Times the processor time of COPY. */
    ratio: 6,
    /** MB over rest. */
    memory: 50,
  },
  /** Seconds for a file of 50,000 rows; MB over rest; ms of the slowest list meanwhile; rows a second, of those of a bare driver. */
  import: { seconds: 90, memory: 300, list: 1000, ratio: 0.4 },
  /** Times the server's processor time of a page. */
  modules: 1.15,
  /** Times as long until the first list is painted. */
  paint: { refine: 1, reactAdmin: 1.2 },
} as const;
