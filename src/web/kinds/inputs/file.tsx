import { lazy, Suspense } from "react";
import { fileName } from "../text/url-text.ts";
import { ariaOf, type InputKind, type InputProps } from "./input-kind.ts";

const FileUpload = lazy(async () => ({ default: (await import("../attachments/FileUpload.tsx")).FileUpload }));

function FileInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <fieldset {...ariaOf(props)} className="input-group">
      <Suspense fallback={<span className="input-wait" />}>
        <FileUpload value={value === null ? "" : String(value)} onChange={(url) => onChange(url || null)} />
      </Suspense>
    </fieldset>
  );
}

/** One uploaded file, as its address. */
export const file: InputKind = {
  Control: FileInput,
  align: "left",
  show: (value) => fileName(String(value)),
  read: (typed) => typed.trim() || null,
};
