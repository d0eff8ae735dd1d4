import { PaperClipOutlined } from "@ant-design/icons";
import { lazy, Suspense, useState } from "react";
import { fileName } from "../text/url-text.ts";
import "./attachments.css";

const FilePrompt = lazy(async () => ({ default: (await import("./FilePrompt.tsx")).FilePrompt }));

/** An uploaded file by its name; asks what to do with it. */
export function FileLink({ url }: { readonly url: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const name = fileName(url);
  return (
    <>
      <button
        type="button"
        className="file-link"
        title={name}
        onClick={(event) => {
          event.stopPropagation();
          setIsOpen(true);
        }}
      >
        <PaperClipOutlined aria-hidden /> {name}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilePrompt url={url} name={name} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
