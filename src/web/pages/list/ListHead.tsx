import { ReloadOutlined } from "@ant-design/icons";
import { Button, Tooltip } from "antd";
import type { ReactNode } from "react";

interface ListHeadProps {
  readonly title: string;
  /** After the title: help, tabs, the actions. */
  readonly beside: ReactNode;
  /** At the end, before the button that reads the page anew. */
  readonly tools?: ReactNode;
  readonly onRefresh: () => void;
}

/** The head of a page of rows. */
export function ListHead({ title, beside, tools, onRefresh }: ListHeadProps) {
  return (
    <header className="list-head">
      <h1>{title}</h1>
      {beside}
      <div className="list-tools">
        {tools}
        <Tooltip title="刷新">
          <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={onRefresh} data-testid="list-refresh" />
        </Tooltip>
      </div>
    </header>
  );
}
