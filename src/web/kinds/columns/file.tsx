import { PaperClipOutlined } from "@ant-design/icons";
import type { ColumnKind } from "../column-kind.ts";
import { fileName, safeUrls } from "../text/url-text.ts";

/** Uploaded files by the names they were uploaded with. */
export const file: ColumnKind = {
  render: ({ value }) =>
    safeUrls(String(value)).map((url) => (
      <a key={url} className="file-link" href={url} target="_blank" rel="noopener noreferrer" title={fileName(url)}>
        <PaperClipOutlined /> {fileName(url)}
      </a>
    )),
  cell: "text",
};
