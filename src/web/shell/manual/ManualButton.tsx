import { LoadingOutlined, QuestionCircleOutlined } from "@ant-design/icons";
import { Tooltip } from "antd";
import { fetchManual, type MadeFile } from "../../api/download.ts";
import { useTask } from "../../data/use-call.ts";

/** Opens the operation manual of the user's side. */
export function ManualButton() {
  const { start, isRunning } = useTask(async (tab: Window | null) => {
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

/** What browsers show themselves. Another file that a shop has set as its manual is saved. */
const SHOWN: ReadonlySet<string> = new Set(["application/pdf", "image/png", "image/jpeg"]);

const TITLE = "操作手册";
const WAITING = "正在准备操作手册，请稍候…";

/** The address of the manual that was shown last; it lives until the next one, so that its tab can be reloaded. */
let last: string | undefined;

/** A tab for the manual, opened at the click: one that opens later is kept back by the browser. null: this one is, too. */
function openManualTab(): Window | null {
  const tab = window.open("", "_blank");
  if (tab === null) return null;
  tab.document.title = TITLE;
  tab.document.documentElement.lang = "zh-CN";
  const note = tab.document.createElement("p");
  note.textContent = WAITING;
  note.style.cssText = "margin:15vh auto;text-align:center;font:16px/2 sans-serif";
  tab.document.body.append(note);
  return tab;
}

/** Puts the manual into its tab; where there is none, or it is no file to be shown, it is saved. */
function showManual({ blob, name }: MadeFile, tab: Window | null): void {
  if (last !== undefined) URL.revokeObjectURL(last);
  last = URL.createObjectURL(blob);
  const isShown = SHOWN.has(blob.type);
  if (!isShown) tab?.close();
  if (isShown && tab !== null) {
    // Whoever has closed the tab meanwhile wants it no more.
    if (!tab.closed) tab.location.replace(last);
    return;
  }
  const link = document.createElement("a");
  link.href = last;
  link.download = name;
  link.click();
}
