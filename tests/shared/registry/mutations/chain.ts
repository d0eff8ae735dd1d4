import { chainParts } from "../../../../src/shared/registry/checks/chain-parts.ts";
import { knownEntities, knownFields } from "../../../../src/shared/registry/checks/known-names.ts";
import { predicateOperands } from "../../../../src/shared/registry/checks/predicates.ts";
import { BILL, mutation } from "./mutation.ts";

const PAYMENT = "schemas/entities/payment.json";
const LINK = ["chain", "to", 0] as const;

export const chainMutations = [
  mutation(chainParts, [[PAYMENT, ["chain", "rank"], 1]], "entities/payment.json /chain/rank Bill has rank 1 already"),
  mutation(chainParts, [[BILL, ["chain", "amount"], "amount"]], "entities/bill.json /chain/amount amount (quantity) is no money"),
  mutation(chainParts, [[BILL, ["chain", "gap", "sub", 0], "amount"]], "entities/bill.json /chain/gap/sub/0 amount (quantity) is no money"),
  mutation(chainParts, [[BILL, ["chain", "gap", "sub", 1], "count"]], "entities/bill.json /chain/gap/sub/1 count (int) is no money"),
  mutation(chainParts, [[BILL, ["chain", "due"], "tel"]], "entities/bill.json /chain/due tel (string) is no day"),
  mutation(chainParts, [[BILL, ["chain", "state"], "tel"]], "entities/bill.json /chain/state tel (string) is no enum"),
  mutation(
    chainParts,
    [[BILL, ["chain", "waits", 0, "from"], "auditor"]],
    "entities/bill.json /chain/waits/0/from auditor (string) is no day",
  ),
  mutation(
    chainParts,
    [[PAYMENT, LINK, { of: "Shop", on: { SHOP_ID: "SHOP_ID" } }]],
    'entities/payment.json /chain/to/0/of Shop stands in no chain (say "chain" there)',
  ),
  mutation(
    chainParts,
    [[PAYMENT, [...LINK, "on"], { Total: "BillBillid" }]],
    "entities/payment.json /chain/to/0/on/Total BillBillid (ref) cannot be compared with Total of Bill (money)",
  ),
  mutation(
    chainParts,
    [[BILL, ["chain", "to"], [{ of: "Payment", on: { Billid: "PayBillid" } }]]],
    "entities/payment.json /chain/to/0/of there is another way from Payment to Bill already",
  ),
  // One link may lead to documents of the same kind, two may not.
  mutation(
    chainParts,
    [
      [
        BILL,
        ["chain", "to"],
        [
          { of: "Bill", on: { Billid: "PayBillid" } },
          { of: "Bill", on: { PayBillid: "Billid" } },
        ],
      ],
    ],
    "entities/bill.json /chain/to/1/of there is another way from Bill to Bill already",
  ),
  mutation(
    knownEntities,
    [[PAYMENT, [...LINK, "of"], "Bil"]],
    'entities/payment.json /chain/to/0/of unknown entity "Bil" (did you mean "Bill"?)',
  ),
  mutation(
    knownFields,
    [[PAYMENT, [...LINK, "on", "Billid"], "BilBillid"]],
    'entities/payment.json /chain/to/0/on/Billid unknown field "BilBillid" of Payment (did you mean "BillBillid"?)',
  ),
  mutation(
    knownFields,
    [[PAYMENT, [...LINK, "on"], { Bilid: "BillBillid" }]],
    'entities/payment.json /chain/to/0/on/Bilid unknown field "Bilid" of Bill (did you mean "Billid"?)',
  ),
  mutation(
    predicateOperands,
    [[BILL, ["chain", "waits", 0, "when"], { eq: ["Statu", 11] }]],
    "entities/bill.json /chain/waits/0/when/eq/1 unknown code 11 of Statu (known: 0, 10, 50)",
  ),
];
