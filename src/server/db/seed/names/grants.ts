/** A group of users and what it holds. */
export interface GroupPlan {
  readonly id: string;
  readonly name: string;
  /** own: of the shop's own kind, mall or retail. */
  readonly kind: "own" | "supplier" | "bidder";
  readonly allModules: boolean;
  /** Module id to function keys; `*` is every function of the module. Modules that do not exist yet are left out. */
  readonly grants: Readonly<Record<number, string>>;
}

const LOOK = "query,export,print";

export const GROUPS = {
  admin: { id: "G01", name: "管理员", kind: "own", allModules: true, grants: {} },
  boss: { id: "G02", name: "财务主管", kind: "own", allModules: false, grants: { 503: "*", 510: "*", 8901: LOOK, 8902: LOOK } },
  fin: {
    id: "G03",
    name: "财务",
    kind: "own",
    allModules: false,
    grants: {
      503: "query,export,print,confirm,pay,bankpay,merge,upload,delurl,update",
      510: `${LOOK},submit,confirm,recheck,reject,stop`,
      8901: LOOK,
      8902: LOOK,
    },
  },
  buyer: { id: "G04", name: "采购", kind: "own", allModules: false, grants: { 8901: "*", 8902: "*" } },
  supplier: { id: "G05", name: "供应商", kind: "supplier", allModules: true, grants: {} },
  bidder: {
    id: "G06",
    name: "竞价用户",
    kind: "bidder",
    allModules: false,
    grants: { 601: LOOK, 602: "*", 603: "*", 8802: LOOK, 8803: "*" },
  },
  none: { id: "G07", name: "未授权", kind: "own", allModules: false, grants: {} },
} as const satisfies Record<string, GroupPlan>;

export type GroupKey = keyof typeof GROUPS;
