import { Thumbnails } from "../attachments/Thumbnails.tsx";
import { safeUrls } from "../text/url-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** Comma-separated pictures as thumbnails that open in a viewer. */
export const images: ColumnKind = {
  render: ({ value }) => <Thumbnails urls={safeUrls(String(value))} />,
};
