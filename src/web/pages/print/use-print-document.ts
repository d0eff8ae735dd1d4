import { useQuery } from "@tanstack/react-query";
import type { PrintDocument } from "../../../shared/protocol/print.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { tellPrinted } from "../../providers/print-channel.ts";
import { SILENT } from "../../providers/query-client.ts";

/**
 * The sheets of some documents. Each fetch counts as a print (Degree), so it is made once and never again by itself.
 * A failure is not told to the user: the page stays empty.
 */
export function usePrintDocument(mdl: string, template: string, ids: string) {
  return useQuery({
    queryKey: ["print", mdl, template, ids],
    queryFn: async () => {
      const document = await post<PrintDocument>(ENDPOINTS.printDoc, { printtyp: template, ids, mdl });
      tellPrinted(mdl);
      return document;
    },
    enabled: ids !== "",
    staleTime: Number.POSITIVE_INFINITY,
    cacheTime: 0,
    refetchOnReconnect: false,
    refetchOnMount: false,
    meta: SILENT,
  });
}
