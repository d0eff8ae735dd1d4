import { QuestionCircleOutlined, ReloadOutlined } from "@ant-design/icons";
import { Button, Popover, Tooltip } from "antd";
import type { ReactNode } from "react";
import "./page-help.css";

interface ListHeadProps {
  readonly title: string;
  /** What the page is for; empty: nothing is written down. */
  readonly help?: string;
  /** After the title: tabs. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  /** At the end, before the button that reads the page anew. */
  readonly tools?: ReactNode;
  readonly onRefresh: () => void;
}

/** The head of a page of rows. */
export function ListHead({ title, help = "", beside, actions, tools, onRefresh }: ListHeadProps) {
  return (
    <header className="list-head">
      <h1>{title}</h1>
      {help !== "" && (
        <Popover trigger="click" placement="bottomLeft" title={title} content={<p className="page-help-text">{help}</p>}>
          <button type="button" className="page-help" aria-label={`${title}：功能说明`} data-testid="page-help">
            <QuestionCircleOutlined aria-hidden />
          </button>
        </Popover>
      )}
      {beside}
      {actions && <div className="list-actions">{actions}</div>}
      <div className="list-tools">
        {tools}
        <Tooltip title="刷新">
          <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={onRefresh} data-testid="list-refresh" />
        </Tooltip>
      </div>
    </header>
  );
}
