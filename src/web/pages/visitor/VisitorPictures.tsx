import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { MOST_VISITOR_IMAGES, UPLOAD_RULES } from "../../../shared/domain/upload-rules.ts";
import { uploadAsVisitor } from "../../api/upload.ts";
import { UPLOADED, useUploadQueue } from "../../kinds/attachments/use-upload-queue.ts";
import { urlsOf, withoutUrl, withUrl } from "../../kinds/text/url-text.ts";
import type { Toast } from "./use-toast.ts";

const ACCEPT = UPLOAD_RULES.image.extensions.map((extension) => `.${extension}`).join();

interface VisitorPicturesProps {
  readonly title: string;
  /** The shop they are for. */
  readonly shop: string;
  /** Addresses with commas between. */
  readonly value: string;
  readonly describedBy: string | undefined;
  readonly onChange: (value: string) => void;
  /** Tells what became of an upload. */
  readonly tell: (toast: Toast) => void;
}

/** Pictures that a visitor hands in: to look at, to take away, and to add while there is room. */
export function VisitorPictures({ title, shop, value, describedBy, onChange, tell }: VisitorPicturesProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const previews = usePreviews();
  // Several uploads may end before the form has drawn the first one's address.
  const latest = useRef(value);
  latest.current = value;
  const change = (next: string) => {
    latest.current = next;
    onChange(next);
  };
  const urls = urlsOf(value);
  const { pending, add, cancel } = useUploadQueue({
    kind: "image",
    room: MOST_VISITOR_IMAGES - urls.length,
    onUploaded: (url) => change(withUrl(latest.current, url)),
    send: async (file, options) => {
      const url = await uploadAsVisitor(file, shop, options);
      previews.keep(url, file);
      return url;
    },
    onSuccess: () => tell({ text: UPLOADED, tone: "good" }),
    onFailure: (text) => tell({ text, tone: "bad" }),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    for (const file of target.files ?? []) add(file);
    // The same file may be chosen again.
    target.value = "";
  };
  return (
    <div className="visitor-tiles">
      {urls.map((url, index) => (
        <div key={url} className="visitor-tile">
          <button type="button" aria-label={`查看${title} ${index + 1}`} onClick={() => setOpened(url)}>
            <img src={previews.srcOf(url)} alt="" />
          </button>
          <button
            type="button"
            className="visitor-remove"
            aria-label={`删除${title} ${index + 1}`}
            onClick={() => change(withoutUrl(latest.current, url))}
          >
            ×
          </button>
        </div>
      ))}
      {pending.map(({ uid, file, percent }) => (
        <div key={uid} className="visitor-tile" role="status">
          <span className="visitor-progress">
            上传中 {percent}%
            <progress max={100} value={percent} aria-label={file.name} />
          </span>
          <button type="button" className="visitor-remove" aria-label={`取消上传 ${file.name}`} onClick={() => cancel(uid)}>
            ×
          </button>
        </div>
      ))}
      {urls.length + pending.length < MOST_VISITOR_IMAGES && (
        <label className="visitor-tile visitor-add">
          <input type="file" accept={ACCEPT} multiple aria-label={`上传${title}`} aria-describedby={describedBy} onChange={choose} />
          <span aria-hidden>
            <b>+</b>
            上传图片
          </span>
        </label>
      )}
      {opened !== null && <PicturePreview src={previews.srcOf(opened)} alt={title} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** Pictures to look at from memory, by the address they were uploaded to: who is not signed in cannot fetch them again. */
function usePreviews() {
  const previews = useRef(new Map<string, string>());
  useEffect(() => {
    const held = previews.current;
    return () => {
      for (const src of held.values()) URL.revokeObjectURL(src);
      held.clear();
    };
  }, []);
  return {
    keep: (url: string, file: File) => void previews.current.set(url, URL.createObjectURL(file)),
    srcOf: (url: string): string | undefined => previews.current.get(url),
  };
}

/** A picture over the whole window. (antd's Image would be larger than the page.) */
function PicturePreview({ src, alt, onClose }: { src: string | undefined; alt: string; onClose: () => void }) {
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
