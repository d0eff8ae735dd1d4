import { Button } from "antd";
import { useEffect, useState } from "react";
import { type ChunkFailureId, chunkFailureText, RELOAD, whyChunkFailed } from "../../feedback/chunk-failure.ts";
import { MessagePage } from "./MessagePage.tsx";

const HINTS: Readonly<Record<ChunkFailureId, string>> = {
  updated: "当前页面属于旧版本，刷新后即可继续使用；未保存的内容请先记下。",
  offline: "网络恢复后请刷新页面。",
};

/** In the place of a page a part of which could not be loaded. */
export function MissingPart() {
  const [why, setWhy] = useState<ChunkFailureId | null>(null);
  useEffect(() => void whyChunkFailed().then(setWhy), []);
  if (why === null) return <div className="boot" />;
  return (
    <MessagePage sign="!" title={chunkFailureText(why)} text={HINTS[why]} testId="missing-part">
      <Button type="primary" onClick={() => location.reload()}>
        {RELOAD}
      </Button>
    </MessagePage>
  );
}
