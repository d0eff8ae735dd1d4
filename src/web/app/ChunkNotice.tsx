import { App, Button } from "antd";
import { useEffect } from "react";
import { chunkFailureText, RELOAD, watchChunks } from "../feedback/chunk-failure.ts";
import { ToastText } from "../feedback/ToastText.tsx";

/** One key for all parts that are missing: told once. */
const KEY = "chunk-failure";

/** Tells that a part of the app could not be loaded where no page can say so itself, e.g. behind a button. */
export function ChunkNotice() {
  const { message } = App.useApp();
  useEffect(
    () =>
      watchChunks((id) => {
        const content = (
          <span className="toast">
            <ToastText text={chunkFailureText(id)} />
            <Button type="primary" size="small" onClick={() => location.reload()}>
              {RELOAD}
            </Button>
          </span>
        );
        void message.open({ type: "warning", key: KEY, content, duration: 0 });
      }),
    [message],
  );
  return null;
}
