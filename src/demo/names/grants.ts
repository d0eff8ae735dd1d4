/** A group of users and what it holds. */
export interface GroupPlan {
  readonly id: string;
  readonly name: string;
  /** own: of the shop's own kind, mall or retail. */
  readonly kind: "own" | "supplier" | "bidder";
  readonly allModules: boolean;
  /** Module id to function keys; `*` is every function of the module. */
  readonly grants: Readonly<Record<number, string>>;
}

/** Each key counts only where the module has it and the group's side may hold it. */
const LOOK = "query,export,print";
/** News and messages are everybody's. */
const NEWS = { 901: LOOK, 902: "*" } as const;
/** Pages about money. */
const MONEY = [401, 402, 403, 404, 501, 502, 505, 508, 504, 509, 510, 511, 512, 513, 514, 515, 516, 517, 520, 521, 522, 523, 524, 525];
/** Pages of the daily business: suppliers, contracts, deliveries, sourcing, licences, goods. */
const BUSINESS = [103, 105, 107, 108, 111, 112, 115, 116, 601, 602, 603, 606, 701, 702, 8801, 8802, 8804, 8805, 8806];
const TRADE = [8901, 8902, 8903, 8904, 8905, 8906, 8907, 8908, 8909, 8910, 8911];

const all = (ids: readonly number[], keys = "*"): Record<number, string> => Object.fromEntries(ids.map((id) => [id, keys]));

export const GROUPS = {
  admin: { id: "G01", name: "管理员", kind: "own", allModules: true, grants: {} },
  boss: {
    id: "G02",
    name: "财务主管",
    kind: "own",
    allModules: false,
    grants: { ...NEWS, ...all(MONEY), 503: "*", 104: "*", 118: LOOK, 119: "*", ...all(TRADE, LOOK) },
  },
  fin: {
    id: "G03",
    name: "财务",
    kind: "own",
    allModules: false,
    grants: {
      ...NEWS,
      ...all(MONEY),
      // Everything but balancepay and stop.
      503: "query,export,print,confirm,pay,bankpay,merge,upload,delurl,update",
      510: `${LOOK},submit,confirm,recheck,reject,stop,upload,delurl`,
      104: LOOK,
      118: LOOK,
      ...all(TRADE, LOOK),
    },
  },
  buyer: {
    id: "G04",
    name: "采购",
    kind: "own",
    allModules: false,
    grants: { ...NEWS, ...all(BUSINESS), ...all(TRADE), 104: LOOK, 118: LOOK },
  },
  supplier: { id: "G05", name: "供应商", kind: "supplier", allModules: true, grants: {} },
  bidder: {
    id: "G06",
    name: "竞价用户",
    kind: "bidder",
    allModules: false,
    grants: { 601: `${LOOK},quote`, ...all([602, 603, 8803, 8805, 8807]) },
  },
  none: { id: "G07", name: "未授权", kind: "own", allModules: false, grants: {} },
} as const satisfies Record<string, GroupPlan>;

export type GroupKey = keyof typeof GROUPS;
