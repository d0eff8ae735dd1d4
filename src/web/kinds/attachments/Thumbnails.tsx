import { type MouseEvent, useState } from "react";
import { AuthImage } from "./AuthImage.tsx";
import { ImagePreview } from "./ImagePreview.tsx";
import "./attachments.css";

const SHOWN = 3;

/** The first pictures of a row; the viewer pages through all of them. */
export function Thumbnails({ urls }: { readonly urls: readonly string[] }) {
  const [opened, setOpened] = useState<number | null>(null);
  const open = (event: MouseEvent, index: number) => {
    // The row around may have a click of its own.
    event.stopPropagation();
    setOpened(index);
  };
  return (
    <span className="thumbs">
      {urls.slice(0, SHOWN).map((url, index) => (
        <button key={url} type="button" className="thumb" aria-label={`查看图片 ${index + 1}`} onClick={(event) => open(event, index)}>
          <AuthImage url={url} alt="" size="small" />
        </button>
      ))}
      {urls.length > SHOWN && (
        <button type="button" className="thumb-more" aria-label={`查看全部 ${urls.length} 张图片`} onClick={(event) => open(event, SHOWN)}>
          +{urls.length - SHOWN}
        </button>
      )}
      {opened !== null && <ImagePreview urls={urls} first={opened} onClose={() => setOpened(null)} />}
    </span>
  );
}
