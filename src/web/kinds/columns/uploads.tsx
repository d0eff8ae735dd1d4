import { FileLink } from "../attachments/FileLink.tsx";
import { Thumbnails } from "../attachments/Thumbnails.tsx";
import { safeUrls } from "../text/url-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** Uploaded files by the names they were uploaded with; each asks whether to see or to save it. */
export const file: ColumnKind = ({ value }) => safeUrls(String(value)).map((url) => <FileLink key={url} url={url} />);

/** Comma-separated pictures as thumbnails that open in a viewer. */
export const images: ColumnKind = ({ value }) => <Thumbnails urls={safeUrls(String(value))} />;
