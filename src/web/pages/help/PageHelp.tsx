import { QuestionCircleOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import "./page-help.css";

interface PageHelpProps {
  readonly title: string;
  /** Empty: nothing is written down. */
  readonly help: string;
}

/** What the page is for, beside its title. */
export function PageHelp({ title, help }: PageHelpProps) {
  if (help === "") return null;
  return (
    <Popover trigger="click" placement="bottomLeft" title={title} content={<p className="page-help-text">{help}</p>}>
      <button type="button" className="page-help" aria-label={`${title}：功能说明`} data-testid="page-help">
        <QuestionCircleOutlined aria-hidden />
      </button>
    </Popover>
  );
}
