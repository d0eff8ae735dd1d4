import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ApiError } from "../../../shared/protocol/envelope.ts";
import type { DocumentTable, ShowResult } from "../../../shared/protocol/screen.ts";
import { post } from "../../api/post.ts";
import { SILENT } from "../../providers/query-client.ts";
import { PAY_CALLS } from "./pay-calls.ts";

/** A merged payment as its document. */
export interface Merged extends ShowResult {
  readonly bills: DocumentTable;
  /** null: there is no page of them for this user. */
  readonly records: DocumentTable | null;
}

/** One merged payment. Named as rows of the module are: whatever changes a bill has it read anew. */
export function useMerged(mdl: string, id: string): UseQueryResult<Merged, ApiError> {
  return useQuery<Merged, ApiError>({
    queryKey: ["data", "default", mdl, "merged", id],
    queryFn: () => post<Merged>(PAY_CALLS.mergedDetails, { id }),
    keepPreviousData: false,
    meta: SILENT,
  });
}
