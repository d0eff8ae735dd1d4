import { visitorForms } from "../../../../src/shared/registry/checks/forms.ts";
import { BILL, mutation } from "./mutation.ts";

const VISITOR = ["save", "visitor"] as const;

/** The form of a visitor that asks for these fields. */
const form = (fields: readonly string[], required?: readonly string[]) => ({
  sections: [{ title: "资料", fields }],
  ...(required && { required }),
});

export const visitorMutations = [
  mutation(
    visitorForms,
    [[BILL, [...VISITOR], form(["Billid", "Total"])]],
    "entities/bill.json /save/visitor/sections/0/fields/1 a visitor fills in texts and pictures; Total is none he could write",
  ),
  mutation(
    visitorForms,
    [[BILL, [...VISITOR], form(["nick", "auditor", "nick"])]],
    "entities/bill.json /save/visitor/sections/0/fields/2 nick is asked twice",
  ),
  mutation(
    visitorForms,
    [[BILL, [...VISITOR], form(["nick"], ["auditor"])]],
    "entities/bill.json /save/visitor/required/0 auditor is not asked of a visitor (name it in a section)",
  ),
  mutation(
    visitorForms,
    [["schemas/entities/shop.json", [...VISITOR], form(["ShopName"])]],
    "entities/shop.json /save/visitor a visitor hands in rows of a shop; Shop has none of its own",
  ),
];
