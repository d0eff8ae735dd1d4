import { useEffect, useRef } from "react";

interface PicturePreviewProps {
  readonly src: string | undefined;
  readonly alt: string;
  readonly onClose: () => void;
}

/** A picture over the whole window. (antd's Image would be larger than the page.) */
export function PicturePreview({ src, alt, onClose }: PicturePreviewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="visitor-preview" aria-label={alt} onClose={onClose} data-testid="picture-preview">
      <img src={src} alt={alt} />
      <button type="button" className="visitor-button" onClick={() => dialog.current?.close()}>
        关闭
      </button>
    </dialog>
  );
}
