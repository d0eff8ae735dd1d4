import { SettingOutlined } from "@ant-design/icons";
import { Button, Tooltip } from "antd";
import { lazy, Suspense, useState } from "react";
import type { OwnLayout } from "./use-layout.ts";

const ColumnsPanel = lazy(() => import("./ColumnsPanel.tsx"));

/** Opens the panel in which the user arranges the list; its code comes when it is asked for. */
export function ColumnsButton({ own }: { own: OwnLayout }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = () => {
    setWasOpen(true);
    setOpen(true);
  };
  return (
    <>
      <Tooltip title="列设置">
        <Button icon={<SettingOutlined />} aria-label="列设置" onClick={open} data-testid="columns" />
      </Tooltip>
      {wasOpen && (
        <Suspense fallback={null}>
          <ColumnsPanel own={own} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
