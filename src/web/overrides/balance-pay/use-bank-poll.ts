import { useEffect, useRef } from "react";
import { post } from "../../api/post.ts";
import { useOutdate } from "../../data/use-call.ts";
import { useTab } from "../../providers/tab.ts";
import { type Bill, checkCall, STATE } from "./bill.ts";

/** ms between two questions: at first the bank is quick or not at all; the reconciler asks as well. */
const FIRST_MS = 2500;
const LONGEST_MS = 20_000;
const GROWTH = 1.4;

interface Checked {
  readonly results: readonly { readonly id: number; readonly Statu: number }[];
}

/**
 * Follows bills that the bank has, until it has settled them, while the page is looked at. Who may pay by bank has the bank asked;
 * for everybody else the rows are read anew.
 */
export function useBankPoll(bills: readonly Bill[], { isMerged, mayAsk }: { isMerged: boolean; mayAsk: boolean }): void {
  const outdate = useOutdate();
  const { isShown } = useTab();
  const atBank = bills.filter(({ state }) => state === STATE.atBank);
  const latest = useRef(atBank);
  latest.current = atBank;
  const waiting = atBank.map(({ id }) => id).join();
  useEffect(() => {
    if (waiting === "") return;
    let pause = FIRST_MS;
    let timer: ReturnType<typeof setTimeout>;
    const turn = async () => {
      if (isShown() && document.visibilityState === "visible") {
        const isSettled = mayAsk ? await askBank(latest.current, isMerged) : true;
        if (isSettled) outdate();
      }
      pause = Math.min(LONGEST_MS, pause * GROWTH);
      timer = setTimeout(() => void turn(), pause);
    };
    timer = setTimeout(() => void turn(), pause);
    return () => clearTimeout(timer);
  }, [waiting, isMerged, mayAsk, isShown, outdate]);
}

/** Whether the bank has settled one of them. A question without an answer is asked again the next time. */
async function askBank(bills: readonly Bill[], isMerged: boolean): Promise<boolean> {
  const groups = new Map<string, string[]>();
  for (const { id, payWay } of bills) {
    const url = checkCall(payWay);
    if (url !== undefined) groups.set(url, [...(groups.get(url) ?? []), id]);
  }
  const answers = await Promise.all(
    [...groups].map(([url, ids]) => post<Checked>(url, { ids: ids.join(","), ...(isMerged && { fath: "1" }) }).catch(() => null)),
  );
  return answers.some((answer) => answer?.results.some(({ Statu }) => Statu !== STATE.atBank) === true);
}
