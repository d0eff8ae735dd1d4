import { openModules } from "../../auth/authorize.ts";
import { badInput, type Params } from "../../base/params.ts";
import { runAction } from "../../engine/run-action.ts";
import type { SeenRows } from "../../engine/run-work.ts";
import { openRow } from "../../engine/save/open-row.ts";
import type { TransitionName } from "../../engine/store/typed-rows.ts";
import { PayBillStatus } from "../../generated/entities.ts";
import { ok } from "../../http/envelope.ts";
import { pageOfList } from "../../http/module.ts";
import { optionalCount, requiredId, requiredIds, seenVersions } from "../../http/required.ts";
import type { ModuleCall, ModuleRoute } from "../../http/route.ts";
import { showRow } from "../../query/show/show-row.ts";
import { attach, attachRequest, detach, detachRequest, mayAttach, UPLOADED } from "../attachments/feature.ts";
import { confirmEach } from "./confirm-each.ts";
import { confirmInfo } from "./confirm-info.ts";
import { mergeForUser } from "./merge-bills.ts";
import { BALANCE_PAY_MODULE, billPage, isMerged, mergeCandidates, mergedDetails, mergedPage, pageOf } from "./pages.ts";
import { STEPS as BANK_STEPS } from "./payables.ts";
import { accountsOfBill, updateInfo } from "./update-info.ts";

const MOST_IDS = 500;
/** ConfirmPay's `to` to the transition that leads there. */
const STEPS: Readonly<Record<string, TransitionName<"BalancePay">>> = { [PayBillStatus.toPay]: "confirm", [PayBillStatus.paid]: "pay" };

/** A preview may also be of the step to the bank; the step itself is taken by the calls of its channel. */
const AT_BANK = { to: String(PayBillStatus.atBank), action: BANK_STEPS.start };

type Handle = ModuleRoute["handle"];

/** A call of the payment page, with the function key it asks for; null: the action itself asks. */
function call(name: string, key: string | null, handle: Handle): ModuleRoute {
  return { path: `/BalancePay/${name}`, module: BALANCE_PAY_MODULE, access: { function: key }, handle };
}

/** The id of one bill; the specification writes it with a capital (docs/decisions/09). */
function billId(params: Params): number {
  return requiredId(params, params.Id === undefined ? "id" : "Id");
}

/** The bills that the user means, as he saw them. */
function meantRows({ params, requestKey }: ModuleCall): SeenRows {
  const ids = requiredIds(params, "ids", MOST_IDS);
  return { ids, seen: seenVersions(params, ids), idempotencyKey: requestKey };
}

function stepOf({ to = "" }: Params): string {
  const step = STEPS[to];
  if (step === undefined) throw badInput("参数 to 应为20或50");
  return step;
}

/** The rows of the payment page. */
export const getBills = call("GetBalance_Pay", "query", async (at) => ok(await pageOfList(at, billPage(at.context.registry, at.module))));

/** The calls of group BalancePay, under the names of the specification (docs/decisions/44). */
export const balancePayRoutes: readonly ModuleRoute[] = [
  getBills,
  call("GetBalancePayFath", "query", async (at) => ok(await pageOfList(at, mergedPage(at.context)))),
  call("GetbalancepayDetails", "query", async ({ context, module, params }) => {
    const id = billId(params);
    const shown = await showRow(context, billPage(context.registry, module), id);
    await openRow(context, module, id);
    return ok(shown);
  }),
  call("GetBalance_Pay_FathDetails", "query", async ({ context, session, module, params }) =>
    ok(await mergedDetails(context, module, billId(params), openModules(context.registry, session))),
  ),
  /** What ConfirmPay with the same parameters would do: amounts, capitals, and the answer for each row. With `to=25`: a payment by bank. */
  call("GetConfirmInfo", "query", async (at) => {
    const action = at.params.to === AT_BANK.to ? AT_BANK.action : stepFor(at.params);
    return ok(await confirmInfo(at.context, pageOf(at), at.services.outside, action, requiredIds(at.params, "ids", MOST_IDS)));
  }),
  call("ConfirmPay", null, async (at) => {
    const rows = meantRows(at);
    return ok(await runAction(at.context, pageOf(at), { action: stepFor(at.params), ...rows }));
  }),
  call("ConfirmForxyhlj", "confirm", async (at) => ok(await confirmEach(at.context, at.module, meantRows(at)))),
  call("GetMergeBll", "merge", async ({ context, module, params }) =>
    ok(await mergeCandidates(context, billPage(context.registry, module), params.provid ?? "")),
  ),
  /** The merged payment of these bills, to be paid by ConfirmPay with `fath=1`; the banks' MergePay does both. */
  call("MergeBll", "merge", async (at) => ok(await mergeForUser(at.context, at.module, meantRows(at)))),
  call("DelPayfath", "merge", async ({ context, params, requestKey }) => {
    const ids = [billId(params)];
    const request = { action: "unmerge", ids, seen: seenVersions(params, ids), idempotencyKey: requestKey };
    return ok(await runAction(context, mergedPage(context), request));
  }),
  /** The accounts that UpdateInfo takes for a bill (docs/decisions/93). */
  call("GetPayeeAccounts", "update", async ({ context, module, params }) => ok(await accountsOfBill(context, module, billId(params)))),
  {
    ...call("UpdateInfo", "update", async ({ context, module, params, requestKey }) => {
      const request = { id: billId(params), rowver: optionalCount(params, "rowver"), params, idempotencyKey: requestKey };
      return ok(await updateInfo(context, module, request));
    }),
    takesFields: true,
  },
  call("UploadAttachCheck", "query", async ({ context, module, params }) => ok(await mayAttach(context, module, billId(params)))),
  call("UploadAttach", "upload", async (at) => {
    const { context, module } = at;
    return ok(await attach(context, module, attachRequest(at, billId(at.params))), UPLOADED);
  }),
  call("DeleteAttach", "delurl", async (at) => {
    const { context, module } = at;
    return ok(await detach(context, module, detachRequest(at, billId(at.params))));
  }),
];

/** Merged payments are not confirmed: their bills are, before they are merged. */
function stepFor(params: Params): string {
  const step = stepOf(params);
  if (isMerged(params) && step !== "pay") throw badInput("合并付款单只能付款，参数 to 应为50");
  return step;
}
