import { FilterOutlined } from "@ant-design/icons";
import { Button, Tooltip } from "antd";
import { lazy, Suspense, useState } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { isBuilt } from "./built-filter.ts";
import type { ListState } from "./use-list.ts";

const FilterBuilder = lazy(() => import("./FilterBuilder.tsx"));

/** Opens the editor of conditions with and/or; its code comes when it is asked for. */
export function BuilderButton({ screen, list }: { screen: ScreenModel; list: ListState }) {
  const [isOpen, setOpen] = useState(false);
  const isOn = list.filters.some(isBuilt);
  return (
    <>
      <Tooltip title="高级筛选（且/或）">
        <Button
          icon={<FilterOutlined />}
          type={isOn ? "primary" : "default"}
          ghost={isOn}
          aria-label="高级筛选"
          onClick={() => setOpen(true)}
          data-testid="builder"
        />
      </Tooltip>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterBuilder screen={screen} list={list} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
