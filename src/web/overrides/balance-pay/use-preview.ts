import type { UseQueryResult } from "@tanstack/react-query";
import type { ApiError } from "../../../shared/protocol/envelope.ts";
import type { PayPreview } from "../../../shared/protocol/pay-preview.ts";
import { useCall } from "../../data/use-call.ts";
import { PAY_CALLS } from "./pay-calls.ts";

/** What is to be done to which bills; `to` is the state they shall get. */
interface PreviewOf {
  readonly ids: readonly string[];
  readonly to: number;
  readonly isMerged: boolean;
}

/** What it would mean, as the server sees it now: never an older answer. */
export function usePreview({ ids, to, isMerged }: PreviewOf): UseQueryResult<PayPreview, ApiError> {
  const params = { ids: ids.join(","), to, ...(isMerged && { fath: "1" }) };
  return useCall<PayPreview>(PAY_CALLS.preview, params, { of: "choices", isSilent: true, enabled: ids.length > 0, cacheTime: 0 });
}
