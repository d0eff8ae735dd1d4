import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ApiError } from "../../../shared/protocol/envelope.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { post } from "../../api/post.ts";
import { SILENT } from "../../providers/query-client.ts";
import { PAY_CALLS } from "./pay-calls.ts";

/** Of the merged payments, what the rows carry for the buttons alone. */
const UNSEEN: readonly string[] = ["Statu", "isPay", "isMerge"];

/** How merged payments are listed and shown, for the same version of the registry. */
export function useMergedScreen({ version }: ScreenModel, isWanted = true): UseQueryResult<ScreenModel, ApiError> {
  return useQuery<ScreenModel, ApiError>({
    queryKey: ["pay-merged-screen", version],
    queryFn: async () => {
      const screen = await post<ScreenModel>(PAY_CALLS.mergedScreen);
      return { ...screen, columns: screen.columns.filter(({ field }) => !UNSEEN.includes(field)) };
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    meta: SILENT,
  });
}
