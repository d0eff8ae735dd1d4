import { EyeOutlined } from "@ant-design/icons";
import { App, Button, Tooltip } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import type { ListState } from "./use-list.ts";

const ViewsPanel = lazy(() => import("./ViewsPanel.tsx"));

interface ViewsButtonProps {
  readonly screen: ScreenModel;
  readonly list: ListState;
  /** What the list is narrowed to, in words. */
  readonly told: string;
}

/** Which view of the list is open, and the way to the others; the panel's code comes when it is asked for. */
export function ViewsButton({ screen, list, told }: ViewsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const { view } = list.look;
  useViewNotice(list);
  const open = () => {
    setWasOpen(true);
    setOpen(true);
  };
  return (
    <>
      <Tooltip title={view === null ? "视图、收藏、分享与打印列表" : `视图：${view.title}`}>
        <Button icon={<EyeOutlined />} aria-label="视图" onClick={open} data-testid="views">
          {view !== null && <span className="view-name">{view.title}</span>}
        </Button>
      </Tooltip>
      {wasOpen && (
        <Suspense fallback={null}>
          <ViewsPanel screen={screen} list={list} told={told} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Says once that the address named a view that is not there, or that something of it was left out. */
function useViewNotice({ isViewMissing, look: { view } }: ListState): void {
  const { message } = App.useApp();
  const id = view?.id;
  const isCut = view?.isCut === true;
  useEffect(() => {
    if (isViewMissing) void message.info("链接中的视图不存在或未共享给您，已按默认方式显示");
  }, [isViewMissing, message]);
  useEffect(() => {
    if (id !== undefined && isCut) void message.info("此视图的部分条件、排序或分组您无权查看或已取消，已略过");
  }, [id, isCut, message]);
}
