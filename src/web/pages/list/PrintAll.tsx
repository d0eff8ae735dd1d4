import { App } from "antd";
import { useEffect, useRef } from "react";
import { useTab } from "../../providers/tab.ts";
import { tooLongForPaper } from "./list-paper.ts";
import type { ListState } from "./use-list.ts";
import { usePrinting } from "./use-printing.ts";

/** How its message is known. */
const READING = "print-all";

/**
 * Has Ctrl+P read all rows of a list that is read while one scrolls, before the browser prints them. A browser that is told to print by its menu
 * waits for nobody: then the paper says that it is not all.
 */
export function PrintAll({ list: { all } }: { readonly list: ListState }) {
  const { message } = App.useApp();
  const { isShown } = useTab();
  const isPrinting = usePrinting();
  const latest = useRef(all);
  latest.current = all;
  useEffect(() => {
    const printAll = async (pages: NonNullable<typeof all>["pages"]) => {
      const { total } = pages.there();
      const tell = () =>
        void message.open({
          key: READING,
          type: "loading",
          duration: 0,
          content: `正在读取要打印的数据：${pages.there().rows.length} / ${total} 行`,
        });
      tell();
      const stop = pages.subscribe(tell);
      const isThere = await pages.readAll("print", total);
      stop();
      message.destroy(READING);
      if (!isThere) {
        pages.letGo("print");
        return void message.error("没有读到全部数据，未打印，请重试");
      }
      addEventListener("afterprint", () => pages.letGo("print"), { once: true });
      window.print();
    };
    const onKey = (event: KeyboardEvent) => {
      const { current } = latest;
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "p";
      if (!isPrint || !isShown() || current === null || current.rows.length >= current.total) return;
      event.preventDefault();
      const refusal = tooLongForPaper(current.total);
      if (refusal === null) void printAll(current.pages);
      else void message.warning(refusal);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isShown, message]);
  if (!isPrinting || all === null || all.rows.length >= all.total) return null;
  return (
    <p className="print-part" data-testid="print-part">
      只打印了已读取的 {all.rows.length} 行，全部共 {all.total} 行：请在列表中按 Ctrl+P 打印全部，或用导出
    </p>
  );
}
