import type { UseQueryResult } from "@tanstack/react-query";
import type { ApiError } from "../../../shared/protocol/envelope.ts";
import type { DocumentTable, ScreenModel, ShowResult } from "../../../shared/protocol/screen.ts";
import { useCall } from "../../data/use-call.ts";
import { PAY_CALLS } from "./pay-calls.ts";

/** A merged payment as its document. */
export interface Merged extends ShowResult {
  readonly bills: DocumentTable;
  /** null: there is no page of them for this user. */
  readonly records: DocumentTable | null;
}

/** Of the merged payments, what the rows carry for the buttons alone. */
const UNSEEN: readonly string[] = ["Statu", "isPay", "isMerge"];

/** One merged payment. */
export function useMerged(id: string): UseQueryResult<Merged, ApiError> {
  return useCall<Merged>(PAY_CALLS.mergedDetails, { id }, { isSilent: true, keepPreviousData: false });
}

/** How merged payments are listed and shown. */
export function useMergedScreen(isWanted = true): UseQueryResult<ScreenModel, ApiError> {
  return useCall<ScreenModel>(
    PAY_CALLS.mergedScreen,
    {},
    {
      of: "registry",
      isSilent: true,
      enabled: isWanted,
      staleTime: Number.POSITIVE_INFINITY,
      select: withoutUnseen,
    },
  );
}

const withoutUnseen = (screen: ScreenModel): ScreenModel => ({
  ...screen,
  columns: screen.columns.filter(({ field }) => !UNSEEN.includes(field)),
});
