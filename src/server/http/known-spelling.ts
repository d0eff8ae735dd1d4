/** The one address that is matched without regard to case: its clients spell it in their own ways. */
const UPLOAD = "/API/UpLoadFile/Upload";
const LENGTH = UPLOAD.length;

/** The address as the routes spell it. Every other one is left as it is. */
export function knownSpelling(url: string): string {
  const isUpload = url.slice(0, LENGTH).toLowerCase() === UPLOAD.toLowerCase() && (url.length === LENGTH || url[LENGTH] === "?");
  return isUpload ? UPLOAD + url.slice(LENGTH) : url;
}
