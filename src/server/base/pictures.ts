type Pictures = typeof import("sharp")["default"];

let loading: Promise<Pictures> | undefined;

/** What reads and draws pictures, loaded when the first one comes: a start can do without. */
export function pictures(): Promise<Pictures> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Pictures> {
  const { default: sharp } = await import("sharp");
  // No decoder but these two can be reached, whatever a file pretends to be: not SVG (which reads files and fonts), not TIFF, not PDF.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer"] });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
