import { App } from "antd";
import { useCallback } from "react";
import { NoticeText } from "./NoticeText.tsx";

/** Shows what the server tells only once, e.g. a first password, until it is closed. */
export function useNotice(): (text: string) => void {
  const { modal } = App.useApp();
  return useCallback(
    (text) =>
      void modal.info({
        title: "请记下以下内容，关闭后不再显示",
        content: <NoticeText text={text} />,
        okText: "已记下",
        maskClosable: false,
        keyboard: false,
      }),
    [modal],
  );
}
