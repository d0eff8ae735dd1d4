import { SettingOutlined } from "@ant-design/icons";
import { Button, Tooltip } from "antd";
import { lazy, Suspense, useState } from "react";
import type { ListState } from "./use-list.ts";

const ColumnsPanel = lazy(() => import("./ColumnsPanel.tsx"));

/** Opens the panel in which the user arranges the list; its code comes when it is asked for. */
export function ColumnsButton({ list }: { list: ListState }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = () => {
    setWasOpen(true);
    setOpen(true);
  };
  return (
    <>
      <Tooltip title="列设置与分组">
        <Button icon={<SettingOutlined />} aria-label="列设置" onClick={open} data-testid="columns" />
      </Tooltip>
      {wasOpen && (
        <Suspense fallback={null}>
          <ColumnsPanel list={list} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
