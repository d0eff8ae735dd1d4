/** A photo of a phone is sent no larger than this. */
const ENOUGH_BYTES = 1024 * 1024;
/** px of the longer side: a page of A4 at 220 dpi, so that small print and codes of invoices can be read. */
const ENOUGH_PIXELS = 2560;
const QUALITY = 0.85;
const PICTURE = /\.(jpe?g|png)$/i;
const PHOTO = /\.jpe?g$/i;

/**
 * A picture as it is to be sent: drawn smaller, upright, as JPEG. What cannot be read or would not become smaller stays what it is: whoever
 * judges it says why.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const blob = await drawn(picture);
    picture.close();
    return blob.size < file.size ? new File([blob], file.name.replace(PICTURE, ".jpg"), { type: blob.type }) : file;
  } catch {
    return file;
  }
}

/** Whether a file is to be shrunk: a photo above a megabyte, or a picture above `most` bytes, which nobody takes (docs/decisions/118). */
export function isTooMuch({ name, size }: Pick<File, "name" | "size">, most: number): boolean {
  return PICTURE.test(name) && size > (PHOTO.test(name) ? Math.min(ENOUGH_BYTES, most) : most);
}

async function drawn(picture: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, ENOUGH_PIXELS / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("no canvas");
  // What a PNG leaves clear would be black.
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("not drawn")) : resolve(blob)), "image/jpeg", QUALITY),
  );
}
