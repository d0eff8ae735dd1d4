import { chainParts } from "../../../../src/shared/registry/checks/chain-parts.ts";
import { knownEntities, knownFields } from "../../../../src/shared/registry/checks/known-names.ts";
import { predicateOperands } from "../../../../src/shared/registry/checks/predicates.ts";
import { BILL, mutation } from "./mutation.ts";

const PAYMENT = "schemas/entities/payment.json";
const LINK = ["chain", "links", 0] as const;

export const chainMutations = [
  mutation(chainParts, [[PAYMENT, ["chain", "place"], 1]], "entities/payment.json /chain/place Bill stands at place 1 already"),
  mutation(chainParts, [[BILL, ["chain", "amount"], "amount"]], "entities/bill.json /chain/amount amount (quantity) is no money"),
  mutation(chainParts, [[BILL, ["chain", "gap", "of"], "amount"]], "entities/bill.json /chain/gap/of amount (quantity) is no money"),
  mutation(chainParts, [[BILL, ["chain", "gap", "less"], "count"]], "entities/bill.json /chain/gap/less count (int) is no money"),
  mutation(chainParts, [[BILL, ["chain", "due"], "tel"]], "entities/bill.json /chain/due tel (string) is no day"),
  mutation(chainParts, [[BILL, ["chain", "state"], "tel"]], "entities/bill.json /chain/state tel (string) is no enum"),
  mutation(
    chainParts,
    [[BILL, ["chain", "waits", 0, "since"], "auditor"]],
    "entities/bill.json /chain/waits/0/since auditor (string) is no day",
  ),
  mutation(
    chainParts,
    [
      [PAYMENT, [...LINK, "to"], "Shop"],
      [PAYMENT, [...LINK, "key"], "SHOP_ID"],
    ],
    'entities/payment.json /chain/links/0/to Shop stands in no chain (say "chain" there)',
  ),
  mutation(
    chainParts,
    [[PAYMENT, [...LINK, "key"], "Total"]],
    "entities/payment.json /chain/links/0/key BillBillid (ref) cannot be compared with Total of Bill (money)",
  ),
  mutation(
    chainParts,
    [[BILL, ["chain", "links"], [{ field: "PayBillid", to: "Payment", key: "Billid" }]]],
    "entities/payment.json /chain/links/0/to there is another way from Payment to Bill already",
  ),
  mutation(
    knownEntities,
    [[PAYMENT, [...LINK, "to"], "Bil"]],
    'entities/payment.json /chain/links/0/to unknown entity "Bil" (did you mean "Bill"?)',
  ),
  mutation(
    knownFields,
    [[PAYMENT, [...LINK, "field"], "BilBillid"]],
    'entities/payment.json /chain/links/0/field unknown field "BilBillid" of Payment (did you mean "BillBillid"?)',
  ),
  mutation(
    knownFields,
    [[PAYMENT, [...LINK, "key"], "Bilid"]],
    'entities/payment.json /chain/links/0/key unknown field "Bilid" of Bill (did you mean "Billid"?)',
  ),
  mutation(
    predicateOperands,
    [[BILL, ["chain", "waits", 0, "when"], { eq: ["Statu", 11] }]],
    "entities/bill.json /chain/waits/0/when/eq/1 unknown code 11 of Statu (known: 0, 10, 50)",
  ),
];
