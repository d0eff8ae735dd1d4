import { LoadingOutlined, QuestionCircleOutlined } from "@ant-design/icons";
import { Tooltip } from "antd";
import { useManual } from "./use-manual.ts";

/** Opens the operation manual of the user's side. */
export function ManualButton() {
  const { isLoading, open } = useManual();
  return (
    <Tooltip title={isLoading ? "正在准备操作手册…" : "操作手册"}>
      <button
        type="button"
        className="shell-button"
        aria-label="操作手册"
        aria-busy={isLoading}
        aria-disabled={isLoading}
        data-testid="manual"
        onClick={() => !isLoading && open()}
      >
        {isLoading ? <LoadingOutlined aria-hidden /> : <QuestionCircleOutlined aria-hidden />}
      </button>
    </Tooltip>
  );
}
