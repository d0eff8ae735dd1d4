import { lazy, Suspense, useState } from "react";
import { useFiles } from "../../data/use-files.ts";
import { tokenValue } from "../look.ts";

// antd's Image is large, and most pictures are never opened.
const PreviewGroup = lazy(async () => ({ default: (await import("antd/es/image")).default.PreviewGroup }));

/** What is shown while a picture is fetched, and where there is none. */
const waiting = () => svg("--ink-hint", "加载中…");
const missing = () => svg("--bad", "图片无法显示");

interface ImagePreviewProps {
  readonly urls: readonly string[];
  /** Which one is seen first, from 0. */
  readonly first: number;
  readonly onClose: () => void;
}

/** Pictures over the whole window, to page through, zoom and turn. */
export function ImagePreview({ urls, first, onClose }: ImagePreviewProps) {
  const [current, setCurrent] = useState(first);
  const files = useFiles(urls, "full");
  return (
    <Suspense fallback={null}>
      <PreviewGroup
        items={files.map(({ src, error }) => src ?? (error === undefined ? waiting() : missing()))}
        preview={{ visible: true, current, onChange: setCurrent, onVisibleChange: (isVisible) => isVisible || onClose() }}
      />
    </Suspense>
  );
}

function svg(colour: `--${string}`, text: string): string {
  const words = `<text x="50%" y="84" text-anchor="middle" font-size="16" font-family="sans-serif" fill="${tokenValue(colour)}">${text}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160">${words}</svg>`)}`;
}
