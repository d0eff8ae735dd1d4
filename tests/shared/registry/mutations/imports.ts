import {
  importActions,
  importColumns,
  importedRows,
  importKeys,
  importLookups,
  importTransitions,
  importUpdates,
} from "../../../../src/shared/registry/checks/imports.ts";
import { knownFields, knownTransitions } from "../../../../src/shared/registry/checks/known-names.ts";
import type { Edit } from "../minimal.ts";
import { AUDIT, BILL, BILLS, FINISH, LINE, mutation } from "./mutation.ts";

const WORD = {
  key: ["Billid"],
  columns: ["Billid", "busdate", "GroupId", "boxes"],
  lines: { BillLine: ["GoodsId", "amount"] },
  lookups: { Group: ["GroupId", "GroupName"] },
  update: ["busdate", "boxes"],
  then: ["audit"],
};

/** Bills come in, but for what is said otherwise. */
const word = (more: Partial<Record<keyof typeof WORD, unknown>>): readonly Edit[] => [
  [BILL, ["import"], { ...WORD, ...more }],
  [BILLS, ["actions", 3], "import"],
];

export const importMutations = [
  mutation(
    importKeys,
    word({ key: ["busdate"] }),
    "entities/bill.json /import/key busdate may name several rows of Bill: it is not unique (unique: Billid)",
    "entities/bill.json /import/update/0 busdate tells which row is meant: it cannot be changed",
  ),
  mutation(
    importKeys,
    word({ columns: ["busdate", "GroupId", "boxes"] }),
    "entities/bill.json /import/key/0 Billid is no column of the file (list it among the columns)",
  ),
  ...(
    [
      ["tax", "it is computed"],
      ["twice", "it is derived"],
      ["Statu", "it is a state"],
      ["file", "it is an uploaded file"],
      ["rowver", "the program writes it"],
    ] as const
  ).map(([name, why]) =>
    mutation(
      importColumns,
      word({ columns: [...WORD.columns, name] }),
      `entities/bill.json /import/columns/4 ${name} of Bill cannot be a column: ${why}`,
    ),
  ),
  mutation(
    importColumns,
    [...word({}), [BILL, ["fields", "busdate", "readonly"], true]],
    "entities/bill.json /import/columns/1 busdate of Bill cannot be a column: it is readonly",
  ),
  mutation(
    importColumns,
    word({ lines: { BillLine: ["GoodsId", "busdate"] } }),
    "entities/bill.json /import/lines/BillLine/1 busdate of BillLine cannot be a column: it is computed",
  ),
  mutation(importColumns, word({ lines: { Group: ["GroupName"] } }), "entities/bill.json /import/lines/Group Group holds no lines of Bill"),
  mutation(
    knownFields,
    word({ columns: [...WORD.columns, "boxs"] }),
    'entities/bill.json /import/columns/4 unknown field "boxs" of Bill (did you mean "boxes"?)',
  ),
  mutation(
    knownFields,
    word({ lines: { BillLine: ["GoodsID"] } }),
    'entities/bill.json /import/lines/BillLine/0 unknown field "GoodsID" of BillLine (did you mean "GoodsId"?)',
  ),
  mutation(
    importLookups,
    word({ lookups: { Payment: ["Billid"] } }),
    "entities/bill.json /import/lookups/Payment no column refers to Payment",
  ),
  mutation(
    importLookups,
    word({ lookups: { Group: ["GroupId", "Id"] } }),
    "entities/bill.json /import/lookups/Group/1 nothing is told by Id of Group: it is no stored text",
  ),
  mutation(
    knownFields,
    word({ lookups: { Group: ["GroupNam"] } }),
    'entities/bill.json /import/lookups/Group/0 unknown field "GroupNam" of Group (did you mean "GroupName"?)',
  ),
  mutation(
    importUpdates,
    word({ update: ["nick"] }),
    "entities/bill.json /import/update/0 nick is no column of the file (list it among the columns)",
  ),
  mutation(
    importUpdates,
    word({ update: ["GroupId"] }),
    "entities/bill.json /import/update/0 GroupId is fixed: it is not changed afterwards",
  ),
  mutation(
    importTransitions,
    word({ then: ["lapse"] }),
    'entities/bill.json /import/then/0 "lapse" cannot follow an import: no user runs it',
  ),
  mutation(
    importTransitions,
    word({ then: ["back"] }),
    'entities/bill.json /import/then/0 "back" cannot follow an import: it asks for a reason',
    'entities/bill.json /import/then/0 "back" cannot follow an import: it has lines ticked',
  ),
  mutation(
    importTransitions,
    [...word({}), [BILL, [...AUDIT, "asks"], "ask-register"]],
    'entities/bill.json /import/then/0 "audit" cannot follow an import: it asks somebody else first',
  ),
  mutation(
    importTransitions,
    [...word({ then: ["finish"] }), [BILL, [...FINISH, "preview"], { columns: ["Total"] }]],
    'entities/bill.json /import/then/0 "finish" cannot follow an import: it is looked at before it is confirmed',
  ),
  mutation(
    knownTransitions,
    word({ then: ["audits"] }),
    'entities/bill.json /import/then/0 Bill has no transition "audits" (did you mean "audit"?)',
  ),
  mutation(
    importedRows,
    [
      ["schemas/entities/payment.json", ["import"], { key: ["Billid"], columns: ["Billid"] }],
      ["schemas/entities/payment.json", ["unique"], [["Billid"]]],
    ],
    'entities/payment.json /import nobody may create or edit a row of Payment (say "save" there)',
  ),
  mutation(
    importedRows,
    [...word({}), [BILL, ["save", "edit"]]],
    'entities/bill.json /import/update nobody may edit a row of Bill (say "save": {"edit": …} there)',
  ),
  mutation(
    importedRows,
    [
      [LINE, ["import"], { key: ["GoodsId"], columns: ["GoodsId"] }],
      [LINE, ["unique"], [["GoodsId"]]],
    ],
    "entities/bill-line.json /import rows of a shop are brought in; BillLine has none of its own",
  ),
  mutation(
    importActions,
    [[BILLS, ["actions", 3], "import"]],
    'modules/bills/bills.json /actions/3 nothing says how rows of Bill come in (say "import" there)',
  ),
  mutation(
    importActions,
    [...word({}), [BILLS, ["actions", 3], { action: "import", audience: ["supplier"] }]],
    'modules/bills/bills.json /actions/3 dead button: "import" is for shop, but here for supplier',
  ),
  mutation(
    importActions,
    [...word({ key: ["PayBillid"], columns: ["PayBillid", ...WORD.columns] }), [BILL, ["unique"], [["Billid"], ["PayBillid"]]]],
    'modules/bills/bills.json /actions/3 nobody can bring in rows here: PayBillid tells them, and the page does not show it (show it, or say "carried")',
  ),
];
