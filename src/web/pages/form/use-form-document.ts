import { type HttpError, useOne } from "@refinedev/core";
import { useRef } from "react";
import type { ShowRecord } from "../show/show-record.ts";

/**
 * The document a form edits, fresh from the server: one still in the cache may be older than its version number.
 * What arrives later, e.g. after somebody else's change, never replaces what is being entered.
 */
export function useFormDocument(mdl: string, id: string | undefined) {
  const query = useOne<ShowRecord, HttpError>({
    resource: mdl,
    id: id ?? "",
    liveMode: "off",
    queryOptions: { enabled: id !== undefined, keepPreviousData: false, cacheTime: 0 },
  });
  const first = useRef<ShowRecord>();
  if (query.isFetchedAfterMount) first.current ??= query.data?.data;
  return { query, document: first.current };
}
