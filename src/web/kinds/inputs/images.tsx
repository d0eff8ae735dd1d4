import { lazy, Suspense } from "react";
import { ariaOf, type InputKind, type InputProps } from "./input-kind.ts";

// Uploads are large, and few forms have pictures.
const ImageUpload = lazy(async () => ({ default: (await import("../attachments/ImageUpload.tsx")).ImageUpload }));

function ImagesInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <fieldset {...ariaOf(props)} className="input-group">
      <Suspense fallback={<span className="input-wait" />}>
        <ImageUpload value={value === null ? "" : String(value)} onChange={(urls) => onChange(urls || null)} />
      </Suspense>
    </fieldset>
  );
}

/** Pictures, as their addresses with commas between. */
export const images: InputKind = {
  Control: ImagesInput,
  align: "left",
  show: (value) => `${String(value).split(",").length} 张`,
  read: (typed) => typed.trim() || null,
};
