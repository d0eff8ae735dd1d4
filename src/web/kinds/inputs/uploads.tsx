import { type ComponentType, lazy, Suspense } from "react";
import { fileName } from "../text/url-text.ts";
import { ariaOf, type InputKind, type InputProps } from "./input-kind.ts";

// Uploads are large, and few forms have any.
const FileUpload = lazy(async () => ({ default: (await import("../attachments/FileUpload.tsx")).FileUpload }));
const ImageUpload = lazy(async () => ({ default: (await import("../attachments/ImageUpload.tsx")).ImageUpload }));

interface UploadInputProps {
  readonly input: InputProps;
  /** Uploads, and gives the addresses; empty: none. */
  readonly Upload: ComponentType<{ value: string; onChange: (urls: string) => void }>;
}

function UploadInput({ input, Upload }: UploadInputProps) {
  return (
    <fieldset {...ariaOf(input)} className="input-group">
      <Suspense fallback={<span className="input-wait" />}>
        <Upload value={input.value === null ? "" : String(input.value)} onChange={(urls) => input.onChange(urls || null)} />
      </Suspense>
    </fieldset>
  );
}

/** One uploaded file, as its address. */
export const file: InputKind = {
  Control: (props) => <UploadInput input={props} Upload={FileUpload} />,
  align: "left",
  show: (value) => fileName(String(value)),
  read: (typed) => typed.trim() || null,
};

/** Pictures, as their addresses with commas between. */
export const images: InputKind = {
  Control: (props) => <UploadInput input={props} Upload={ImageUpload} />,
  align: "left",
  show: (value) => `${String(value).split(",").length} 张`,
  read: (typed) => typed.trim() || null,
};
