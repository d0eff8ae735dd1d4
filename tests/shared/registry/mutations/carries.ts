import { carriedRights, namedGroups, oneCarrier } from "../../../../src/shared/registry/checks/carries.ts";
import type { Edit } from "../minimal.ts";
import { BILL, mutation } from "./mutation.ts";

const GROUP = "schemas/entities/group.json";
const GRANT = "schemas/entities/grant.json";
const SETTING = "schemas/entities/setting.json";
const V_LINE = "schemas/entities/v-line.json";
const carries = (file: string, field: string, word: string): Edit => [file, ["fields", field, "carries"], word];

/** The group of the small registry says everything a group has to. */
const WHOLE_GROUP: readonly Edit[] = [
  carries(GROUP, "GroupId", "group"),
  [GROUP, ["fields", "UserKind"], { title: "类型", type: "enum", values: [{ code: "retail", title: "零售" }], carries: "kind" }],
  [GROUP, ["fields", "allModules"], { title: "全部", type: "bool", carries: "everything" }],
  [GROUP, ["fields", "statu"], { title: "状态", type: "enum", values: [{ code: 1, title: "启用" }], carries: "switch" }],
];
const WHOLE_GRANT: readonly Edit[] = [
  carries(GRANT, "GroupId", "group"),
  carries(GRANT, "MdlId", "module"),
  [GRANT, ["fields", "Funcs"], { title: "功能", type: "text", length: 100, carries: "functions" }],
];
const BILL_GROUP: Edit = carries(BILL, "GroupId", "nothing");
const ITEMS: readonly Edit[] = [BILL_GROUP, carries("schemas/entities/group-item.json", "GroupId", "nothing")];

/** The small registry, with groups that say what they carry. */
export const CARRYING: readonly Edit[] = [...WHOLE_GROUP, ...WHOLE_GRANT, ...ITEMS];

/** Rights stored where nobody looks at them (docs/decisions/81). */
export const carriesMutations = [
  mutation(
    carriedRights,
    [carries(BILL, "busdate", "group")],
    'entities/bill.json /fields/busdate/carries no field of this entity carries account, everything, module: it stores no rights (say "carries": "nothing")',
  ),
  mutation(
    carriedRights,
    [carries(V_LINE, "busdate", "nothing")],
    'entities/v-line.json /fields/busdate/carries "carries" means nothing here: vLine is a view',
  ),
  mutation(
    carriedRights,
    [...WHOLE_GROUP, ...WHOLE_GRANT, ...ITEMS, [GRANT, ["fields", "Funcs", "carries"], "nothing"]],
    "entities/grant.json /fields Grant stores what a group may do: no field carries functions",
  ),
  mutation(
    carriedRights,
    [...WHOLE_GROUP, ...WHOLE_GRANT, ...ITEMS, carries(GROUP, "GroupName", "password")],
    "entities/group.json /fields/GroupName/carries Group stores groups of users: none of its fields carries password",
  ),
  mutation(
    carriedRights,
    [...WHOLE_GROUP, ...WHOLE_GRANT, ...ITEMS, carries(GROUP, "GroupName", "switch")],
    "entities/group.json /fields/GroupName/carries what carries switch is enum; GroupName is string",
    "entities/group.json /fields/statu/carries two fields of Group carry switch: only one can",
  ),
  mutation(
    carriedRights,
    [...WHOLE_GROUP, ...WHOLE_GRANT, ...ITEMS, [GROUP, ["save", "visitor"], { sections: [{ title: "组", fields: ["GroupName"] }] }]],
    "entities/group.json /save/visitor Group stores groups of users: no visitor may write it",
  ),
  mutation(
    oneCarrier,
    [...WHOLE_GROUP, ...WHOLE_GRANT, ...ITEMS, [SETTING, ["fields", "every"], { title: "全部", type: "bool", carries: "everything" }]],
    "entities/setting.json /fields Group stores groups of users already: only one entity can",
    "entities/setting.json /fields Setting stores groups of users: no field carries group, kind, switch",
  ),
  mutation(
    namedGroups,
    [...WHOLE_GROUP, ...WHOLE_GRANT, BILL_GROUP],
    'entities/group-item.json /fields/GroupId GroupId names a group of users and does not say whether it gives rights by that (say "carries")',
  ),
  mutation(
    namedGroups,
    [...WHOLE_GROUP, ...ITEMS, carries(GRANT, "GroupId", "nothing")],
    'modules/system/groups.json /tree Grant does not say by "carries" that it stores what a group may do',
  ),
];
