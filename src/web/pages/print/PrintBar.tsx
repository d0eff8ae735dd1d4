import { useNavigate } from "react-router-dom";

/** After this long a window that was told to close is still there. */
const STILL_OPEN_MS = 100;

/** 打印 and 关闭; not printed. */
export function PrintBar({ sheets }: { sheets: number }) {
  const navigate = useNavigate();
  const close = () => {
    window.close();
    // Only a window opened by a script may close itself; any other goes back.
    setTimeout(() => {
      if (history.length > 1) navigate(-1);
      else navigate("/index");
    }, STILL_OPEN_MS);
  };
  return (
    <div className="print-bar">
      <span>{sheets > 0 ? `共 ${sheets} 页` : "打印预览"}</span>
      <button type="button" onClick={close} data-testid="print-close">
        关闭
      </button>
      <button type="button" className="print-go" disabled={sheets === 0} onClick={() => print()} data-testid="print-go">
        打印
      </button>
    </div>
  );
}
