import { lazy, Suspense } from "react";
import type { ColumnKind } from "../column-kind.ts";
import { safeUrls } from "../text/url-text.ts";

// antd's Image is large, and few screens have pictures.
const Thumbnails = lazy(() => import("../Thumbnails.tsx"));

/** Comma-separated pictures as thumbnails that open in a viewer. */
export const images: ColumnKind = {
  render: ({ value }) => (
    <Suspense fallback={null}>
      <Thumbnails urls={safeUrls(String(value))} />
    </Suspense>
  ),
  cell: "text",
};
