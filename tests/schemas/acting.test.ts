import { describe, expect, it } from "vitest";
import { leadsOn, wayBack } from "../../src/shared/domain/transition-ways.ts";
import { registry } from "../server/flows/fixtures/real-registry.ts";

/**
 * What stands out on a page and what can be taken back, of every transition that users run: the side, what leads on, `a<b` where b takes
 * a back, what is red. Whatever is in none of the three asks, or is asked about (docs/decisions/116). One more or less is a mistake.
 */
const WAYS = `
Accept shop: on audit; back audit<unaudit, unaudit<audit
Accept supplier: on provconfirm
ApiKey shop: red revoke
Appointment shop: on audit
Appointment supplier: on submit, reopen; red cancel
AuditRule shop: back disable<enable, enable<disable
Balance shop: on submit, confirm, recheck; back restore<exclude; red detach
Balance supplier: on provconfirm; red detach
BalancePay shop: on confirm, pay, bankpay; red reverseunpaid, reverserefund
BalancePayFath shop: on pay, bankpay
Board shop: on publish; red withdraw
ChangeApply shop: on audit; red withdraw
ChangeApply supplier: on submit, reopen
Contract shop: on submit, audit, reopen
CostAdjust shop: on submit; red void
CostAdjust supplier: on provconfirm
Delegation shop: red end
Delegation supplier: red end
FeeBill shop: on audit; back audit<unaudit, unaudit<audit
FeeBill supplier: on pay
FeeInvoice shop: on issue, drop; red void, redletter
ImportRun shop: on start, undo
ImportRun supplier: on start, undo
Licence shop: on audit
Licence supplier: on submit, reopen
Message shop: on readall
Message supplier: on readall
ModelEdit shop: on confirm
NewGoods shop: on audit, release
NewGoods supplier: on submit, reopen
Order shop: on audit; back audit<unaudit, unaudit<audit; red close
Order supplier: on provconfirm
PayApply shop: on submit, audit
PayApply supplier: on submit
PayConfig shop: back disable<enable, enable<disable
PayEntry shop: on submit, post; back reject<submit; red reverse
PayOrder shop: red reverse
PayOrder supplier: on bankpay; red close
PayRecord shop: on giveback
Provider shop: back disable<enable, enable<disable, stop<unstop, unstop<stop
PurchaseRelease shop: on publish, close; red void
PushHook shop: back pause<resume; red end
Quotation shop: on adopt
RateChange shop: on audit; back audit<unaudit, unaudit<audit
RateChange supplier: on provconfirm
Recede shop: on audit, clear; back audit<unaudit, unaudit<audit
Registration shop: on audit
Shop shop: back disable<enable, enable<disable
SlotRule shop: back disable<enable, enable<disable
TaxInvoice shop: red void
User shop: back disable<enable, enable<disable; red resetpwd, unbind
User supplier: back disable<enable, enable<disable; red resetpwd, unbind
`;

describe("the transitions of the product", () => {
  it("lead on, are taken back and destroy as is written here", () => {
    const ways = Object.values(registry.entities).flatMap((entity) =>
      (["shop", "supplier"] as const).flatMap((side) => {
        const own = Object.values(entity.transitions).filter(({ by }) => by.includes(side));
        const backs = own.flatMap((each) => {
          const back = wayBack(each, own);
          return back === null ? [] : [`${each.name}<${back.name}`];
        });
        const told = [
          ["on", own.filter((each) => leadsOn(entity, each)).map(({ name }) => name)],
          ["back", backs],
          ["red", own.filter(({ danger }) => danger).map(({ name }) => name)],
        ] as const;
        const parts = told.flatMap(([word, names]) => (names.length === 0 ? [] : [`${word} ${names.join(", ")}`]));
        return parts.length === 0 ? [] : [`${entity.name} ${side}: ${parts.join("; ")}`];
      }),
    );
    expect(ways.toSorted()).toEqual(WAYS.trim().split("\n").toSorted());
  });

  it("are taken back only to where the row was", () => {
    for (const { transitions } of Object.values(registry.entities))
      for (const each of Object.values(transitions)) {
        const back = wayBack(each, Object.values(transitions));
        if (back !== null) expect([back.field, [back.to]], `${each.name} < ${back.name}`).toEqual([each.field, each.from]);
      }
  });
});
