import { capitals } from "../../../../src/shared/registry/checks/capitals.ts";
import { knownFields } from "../../../../src/shared/registry/checks/known-names.ts";
import { predicateSettings } from "../../../../src/shared/registry/checks/predicates.ts";
import { printEntities, printGroups } from "../../../../src/shared/registry/checks/prints.ts";
import { sums } from "../../../../src/shared/registry/checks/sums.ts";
import { mutation, PRINT } from "./mutation.ts";

const PAYMENT = "schemas/prints/payment.json";

export const printMutations = [
  mutation(
    printEntities,
    [
      [PAYMENT, ["lines"]],
      [
        PAYMENT,
        ["columns"],
        [
          { field: "Billid", width: 30 },
          { field: "Total", width: 30 },
        ],
      ],
      [PAYMENT, ["group", "by"], "Billid"],
    ],
    'prints/payment.json /from "from" needs "lines": which lines of the other document',
  ),
  mutation(printEntities, [[PAYMENT, ["from"], "Billid"]], "prints/payment.json /from Billid (string) points to no document: it is no ref"),
  mutation(printEntities, [[PAYMENT, ["from"], "SHOP_ID"]], "prints/payment.json /lines BillLine holds no lines of Shop"),
  mutation(
    printEntities,
    [["schemas/entities/payment.json", ["fields", "BillBillid", "key"], "Id"]],
    "prints/payment.json /from BillBillid holds Id of Bill, but lines name it by Billid",
  ),
  mutation(
    knownFields,
    [[PAYMENT, ["from"], "BillBilid"]],
    'prints/payment.json /from unknown field "BillBilid" of Payment (did you mean "BillBillid"?)',
  ),
  mutation(
    knownFields,
    [[PAYMENT, ["stamp", "when"], { eq: ["sttt", "paid"] }]],
    'prints/payment.json /stamp/when/eq/0 unknown field "sttt" of Payment (did you mean "stt"?)',
  ),
  mutation(
    predicateSettings,
    [[PAYMENT, ["cases", 0, "when"], { can: "pay" }]],
    'prints/payment.json /cases/0/when/can "can" is for guards, "when" and viewer fields: elsewhere no user acts',
  ),
  mutation(
    printGroups,
    [[PAYMENT, ["group", "sums"], ["Total", "amount"]]],
    "prints/payment.json /group/sums/1 amount is summed but is no column of the table",
  ),
  mutation(
    printGroups,
    [[PAYMENT, ["group", "by"], "Total"]],
    "prints/payment.json /group/sums/0 Total is grouped by and cannot be summed",
  ),
  mutation(
    sums,
    [
      [PAYMENT, ["group", "by"], "amount"],
      [PAYMENT, ["group", "sums", 0], "GoodsId"],
    ],
    "prints/payment.json /group/sums/0 GoodsId cannot be summed: it is string, not a number",
  ),
  mutation(
    capitals,
    [[PRINT, ["capitals"], ["Total", "amount"]]],
    "prints/bill.json /capitals/1 capitals are for money; amount is quantity",
  ),
];
