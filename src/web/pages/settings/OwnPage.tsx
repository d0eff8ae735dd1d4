import { type HttpError, useList } from "@refinedev/core";
import { Empty } from "antd";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { FailedPage } from "../failed/FailedPage.tsx";
import { PageSkeleton } from "../module/PageSkeleton.tsx";
import { DocumentPage } from "../show/ShowPage.tsx";

/** The one row that belongs to the user, as its document. */
export function OwnPage({ screen }: { screen: ScreenModel }) {
  const query = useList<WireRow, HttpError>({ resource: String(screen.MdlId), pagination: { pageSize: 1 } });
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <PageSkeleton />;
  const [row] = query.data.data;
  if (row === undefined) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有您的资料，请联系商场" />;
  return <DocumentPage screen={screen} id={rowId(row)} />;
}
