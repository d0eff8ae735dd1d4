import { useEffect, useState } from "react";
import type { FoundBill, FoundBills } from "../../../shared/protocol/search.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";

const PAUSE_MS = 200;
/** Fewer characters are the beginning of everything. */
const LEAST = 2;
const NONE: readonly FoundBill[] = [];

/** What is known of the documents that fit what was typed. */
export interface BillSearch {
  readonly bills: readonly FoundBill[];
  readonly hasMore: boolean;
  /** The answer for what stands there now is still to come. */
  readonly isWaiting: boolean;
  readonly hasFailed: boolean;
}

/**
 * Documents by what was typed, asked for after a pause; `isUrgent`: at once. Answers of an earlier text are not shown for a later one. `text` is
 * null while nothing is to be asked.
 */
export function useBillSearch(text: string | null, isUrgent: boolean): BillSearch {
  const wanted = (text ?? "").trim();
  const [settled, settle] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => settle(wanted), isUrgent ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, isUrgent]);
  const isAsked = wanted.length >= LEAST;
  const { data, isError } = useCall<FoundBills>(
    ENDPOINTS.findBill,
    { search: settled },
    // What an earlier text has found would be taken for an answer.
    { isSilent: true, enabled: isAsked && settled === wanted, keepPreviousData: false },
  );
  const isCurrent = isAsked && settled === wanted;
  return {
    bills: isCurrent ? (data?.bills ?? NONE) : NONE,
    hasMore: isCurrent && data?.hasMore === true,
    isWaiting: isAsked && (!isCurrent || (data === undefined && !isError)),
    hasFailed: isCurrent && isError,
  };
}

/** Whether somebody who typed this means a document before a page: numbers and amounts have digits. */
export const isBillText = (text: string): boolean => /\p{Nd}{2}/u.test(text.replaceAll(/\s/g, ""));
