import { PlusOutlined } from "@ant-design/icons";
import { Upload, type UploadFile } from "antd";
import { useRef, useState } from "react";
import { UPLOAD_RULES } from "../../../shared/domain/upload-rules.ts";
import { useFiles } from "../../data/use-files.ts";
import { fileName, urlsOf, withoutUrl, withUrl } from "../text/url-text.ts";
import { ImagePreview } from "./ImagePreview.tsx";
import { useUploads } from "./use-uploads.ts";
import "./attachments.css";

const MOST = 9;
const ACCEPT = UPLOAD_RULES.image.extensions.map((extension) => `.${extension}`).join();

interface ImageUploadProps {
  /** Addresses with commas between. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly max?: number;
  readonly disabled?: boolean;
}

/** Pictures as cards: to see, to remove, and to add while there is room. */
export function ImageUpload({ value, onChange, max = MOST, disabled = false }: ImageUploadProps) {
  const [opened, setOpened] = useState<number | null>(null);
  // Several uploads may end before the form has drawn the first one's address.
  const latest = useRef(value);
  latest.current = value;
  const change = (next: string) => {
    latest.current = next;
    onChange(next);
  };
  const urls = urlsOf(value);
  const small = useFiles(urls, "small");
  const uploads = useUploads({ kind: "image", room: max - urls.length, onUploaded: (url) => change(withUrl(latest.current, url)) });
  const kept = urls.map((url, index): UploadFile => {
    const { src, error } = small[index] ?? {};
    // The bar of the upload is there until it has faded.
    const about = { uid: url, name: fileName(url), "aria-label": "上传进度" };
    return { ...about, status: error === undefined ? "done" : "error", ...(src !== undefined && { thumbUrl: src }) };
  });
  const coming = uploads.pending.map(
    ({ uid, file: { name }, percent }): UploadFile => ({ uid, name, percent, status: "uploading", "aria-label": `上传进度：${name}` }),
  );
  return (
    <>
      <Upload
        listType="picture-card"
        className="image-upload"
        accept={ACCEPT}
        multiple={max > 1}
        disabled={disabled}
        fileList={[...kept, ...coming]}
        isImageUrl={() => true}
        beforeUpload={(file) => {
          uploads.add(file);
          return Upload.LIST_IGNORE;
        }}
        onPreview={({ uid }) => setOpened(urls.indexOf(uid))}
        onRemove={({ uid }) => {
          if (urls.includes(uid)) change(withoutUrl(latest.current, uid));
          else uploads.cancel(uid);
          return false;
        }}
      >
        {urls.length + coming.length < max && !disabled && (
          <button type="button" className="image-upload-add">
            <PlusOutlined aria-hidden />
            <span>上传图片</span>
          </button>
        )}
      </Upload>
      {opened !== null && opened >= 0 && <ImagePreview urls={urls} first={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
