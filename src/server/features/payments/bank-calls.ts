import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { requireFunction } from "../../auth/authorize.ts";
import { geographyData } from "../../base/geography.ts";
import { Semaphore } from "../../base/semaphore.ts";
import { ok } from "../../http/envelope.ts";
import { requiredIds, seenVersions } from "../../http/required.ts";
import type { ModuleCall, ModuleRoute } from "../../http/route.ts";
import { faultPoint } from "./bank/fault-point.ts";
import type { Channel, Direction } from "./bank/gateway.ts";
import { checkPayments } from "./check-payments.ts";
import { BALANCE_PAY_MODULE, billPage, mergedPage, pageOf } from "./pages.ts";
import { type SendPaymentDeps, sendPayment } from "./send-payment.ts";
import { type StartedPayment, startMergedPayment, startPayment } from "./start-payment.ts";

const MOST_IDS = 100;
/** So many calls of one request at a time: each needs the database, too. */
const AT_ONCE = 8;

/** A call of the groups ZSPay and KingDeePay: whoever may hand bills of the payment page to the bank. */
function call(channel: Channel, name: string, handle: ModuleRoute["handle"]): ModuleRoute {
  return { path: `/${channel}/${name}`, module: BALANCE_PAY_MODULE, access: { function: "bankpay" }, waits: () => true, handle };
}

/** Hands bills (`id` or `ids`) to the bank. */
function pay(channel: Channel, name: string, direction: Direction): ModuleRoute {
  return call(channel, name, async (at) => {
    const { context, module } = at;
    const request = requestOf(at, channel, direction);
    checkChannel(at, channel);
    return ok(await sent(at, await startPayment(context, billPage(context.registry, module), request)));
  });
}

/** Hands a merged bill (`id`) to the bank; or bills (`ids`) that are merged by it. */
function payMerged(channel: Channel, name: string, direction: Direction): ModuleRoute {
  return call(channel, name, async (at) => {
    const { context, module, params, session } = at;
    const [bills, merged] = [billPage(context.registry, module), mergedPage(context)];
    const isMerged = (params.ids ?? "") === "";
    // Merging is a right of its own (docs/decisions/45).
    // guard key: tests/server/payments/attacks.test.ts
    if (!isMerged) requireFunction(context.registry, session, module, "merge");
    const request = requestOf(at, channel, direction);
    checkChannel(at, channel);
    return ok(
      await sent(at, await (isMerged ? startPayment(context, merged, request) : startMergedPayment(context, bills, merged, request))),
    );
  });
}

/** Asks the bank for bills (`id` or `ids`), or with `fath=1` merged ones, that are there. */
function check(channel: Channel, name: string): ModuleRoute {
  return call(channel, name, async (at) => {
    return ok({ results: await checkPayments(at.context, pageOf(at), idsOf(at), sendingOf(at)) });
  });
}

/** Provinces and cities of the bank that gets the money; with `province` those of one. */
const getPayCity = call("KingDeePay", "GetPayCity", async ({ params }) => {
  const { province = "" } = params;
  const all = geographyData.domestic.map(({ provinceName, citys }) => ({
    provinceName,
    citys: citys.map(({ cityName }) => ({ cityName })),
  }));
  return ok(province === "" ? all : all.filter(({ provinceName }) => provinceName === province));
});

/** Every call of the groups ZSPay and KingDeePay. */
export const paymentRoutes: readonly ModuleRoute[] = [
  pay("ZSPay", "Pay", "pay"),
  payMerged("ZSPay", "MergePay", "pay"),
  check("ZSPay", "PayCheck"),
  pay("KingDeePay", "Pay", "pay"),
  payMerged("KingDeePay", "MergePay", "pay"),
  pay("KingDeePay", "Recieve", "receive"),
  payMerged("KingDeePay", "MergeRecieve", "receive"),
  check("KingDeePay", "PayCheckLst"),
  getPayCity,
];

function requestOf(at: ModuleCall, channel: Channel, direction: Direction) {
  const ids = idsOf(at);
  return { ids, channel, direction, seen: seenVersions(at.params, ids), idempotencyKey: at.requestKey };
}

function idsOf({ params }: ModuleCall): number[] {
  return requiredIds(params, (params.ids ?? "") === "" ? "id" : "ids", MOST_IDS);
}

/** Before anything is written: an order that nobody can send would wait for ever. */
function checkChannel({ services }: ModuleCall, channel: Channel): void {
  // guard check: tests/server/payments/bank-flow.test.ts
  if (services.outside.bank.gateway(channel) === undefined) throw new ApiError(CODE.rule, `支付渠道 ${channel} 的接口尚未配置`);
}

/** Tells the bank what was just committed. However that goes, it stays ordered: the reconciler goes on with it. */
async function sent(at: ModuleCall, started: StartedPayment): Promise<StartedPayment> {
  faultPoint("pay:committed");
  const sending = sendingOf(at);
  const semaphore = new Semaphore(AT_ONCE);
  const tries = await Promise.allSettled(started.results.map(({ transid }) => semaphore.run(() => sendPayment(sending, { transid }))));
  for (const result of tries) if (result.status === "rejected") at.log.warn(result.reason, "payment not sent yet");
  return started;
}

function sendingOf({ services, context, log }: ModuleCall): SendPaymentDeps {
  const { database, outside, now } = services;
  return { db: database.kysely, registry: context.registry, bank: outside.bank, now, log: (line) => log.error({ audit: "bank" }, line) };
}
