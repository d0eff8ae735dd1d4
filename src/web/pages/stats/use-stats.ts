import type { CrudFilter } from "@refinedev/core";
import { useQuery } from "@tanstack/react-query";
import type { ScreenModel, StatsResult } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { wireFilters } from "../../providers/wire-filter.ts";

/** The board's numbers for the filters in force; the numbers before stay while others are fetched. */
export function useStats(screen: ScreenModel, filters: readonly CrudFilter[]) {
  const mdl = String(screen.MdlId);
  const filter = JSON.stringify(wireFilters(filters));
  return useQuery({
    // Named like refine's own keys, so that what refreshes the resource refreshes its numbers.
    queryKey: ["data", "default", mdl, "stats", filter],
    queryFn: ({ signal }) => post<StatsResult>(moduleUrl(mdl, "GetStats"), { filter }, signal === undefined ? {} : { signal }),
    keepPreviousData: true,
  });
}
