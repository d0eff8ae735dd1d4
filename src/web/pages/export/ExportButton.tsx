import { CloseOutlined, DownloadOutlined } from "@ant-design/icons";
import { useCan } from "@refinedev/core";
import { Button, Space } from "antd";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import type { ListQuery } from "../../data/list-state.ts";
import { useExport } from "./use-export.ts";

interface ExportButtonProps extends ListQuery {
  readonly screen: ScreenModel;
  /** Where the rows come from; left out: the module's own page. */
  readonly url?: string | undefined;
  readonly isEmpty: boolean;
}

/** Exports the list to Excel; while it runs, it shows how far it is and can be cancelled. */
export function ExportButton({ screen, url, sorters, filters, isEmpty }: ExportButtonProps) {
  const { data } = useCan({ resource: String(screen.MdlId), action: "export" });
  const { isRunning, percent, start, cancel } = useExport(screen, { sorters, filters }, url);
  if (data?.can !== true) return null;
  if (!isRunning) {
    return (
      <Button icon={<DownloadOutlined />} disabled={isEmpty} onClick={start} data-testid="export">
        导出
      </Button>
    );
  }
  return (
    <Space.Compact>
      <Button loading data-testid="export">
        导出中 {percent}%
      </Button>
      <Button icon={<CloseOutlined />} aria-label="取消导出" onClick={cancel} data-testid="export-cancel" />
    </Space.Compact>
  );
}
