import { LoadingOutlined, QuestionCircleOutlined } from "@ant-design/icons";
import { Tooltip } from "antd";
import { fetchManual } from "../../api/manual.ts";
import { useErrand } from "../../data/use-call.ts";
import { openManualTab, showManual } from "./show-manual.ts";

/** Opens the operation manual of the user's side. */
export function ManualButton() {
  const { start, isRunning } = useErrand(async (tab: Window | null) => {
    try {
      showManual(await fetchManual(), tab);
    } catch (error) {
      tab?.close();
      throw error;
    }
  });
  return (
    <Tooltip title={isRunning ? "正在准备操作手册…" : "操作手册"}>
      <button
        type="button"
        className="shell-button"
        aria-label="操作手册"
        aria-busy={isRunning}
        aria-disabled={isRunning}
        data-testid="manual"
        onClick={() => !isRunning && start(openManualTab())}
      >
        {isRunning ? <LoadingOutlined aria-hidden /> : <QuestionCircleOutlined aria-hidden />}
      </button>
    </Tooltip>
  );
}
