import { useInvalidate } from "@refinedev/core";
import { useEffect } from "react";
import type { ScreenModel, ShowResult } from "../../../shared/protocol/screen.ts";
import { isSet } from "../../kinds/text/flag-text.ts";

/** A document that was unread is read by being opened: the lists that mark it are read anew when they are shown again. */
export function useReadMark(screen: ScreenModel, document: Pick<ShowResult, "row"> | undefined): void {
  const invalidate = useInvalidate();
  const { MdlId, columns } = screen;
  useEffect(() => {
    const wasUnread = columns.some(({ format, field }) => format === "unread" && isSet(document?.row[field]));
    if (wasUnread) void invalidate({ resource: String(MdlId), invalidates: ["list"] });
  }, [invalidate, MdlId, columns, document]);
}
