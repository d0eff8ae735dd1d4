import { standardGroups } from "../../../../src/shared/registry/checks/standard-groups.ts";
import type { Edit } from "../minimal.ts";
import { mutation } from "./mutation.ts";

const groups = (one: object): Edit => [
  "schemas/shared/groups.json",
  [],
  { $schema: "../meta/shared.schema.json", groups: { one: { title: "一", kind: "own", ...one } } },
];

/** Standard groups that mean nothing, or what nobody can have (docs/decisions/106). */
export const groupMutations = [
  mutation(standardGroups, [groups({})], 'shared/groups.json /groups/one a group says "everything" or "grants"'),
  mutation(
    standardGroups,
    [groups({ grants: [{ pages: [101] }, { pages: [101], functions: ["query"] }] })],
    "shared/groups.json /groups/one/grants/1/pages/0 page 101 is granted twice",
  ),
  mutation(
    standardGroups,
    [groups({ kind: "supplier", grants: [{ pages: [103] }] })],
    "shared/groups.json /groups/one/grants/0/pages/0 page 103 is not for users of kind supplier (its audience: shop)",
  ),
  mutation(
    standardGroups,
    [groups({ grants: [{ pages: [999] }] })],
    "shared/groups.json /groups/one/grants/0/pages/0 modules.json has no module 999",
  ),
];
