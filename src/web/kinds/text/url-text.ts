/** Length of the time stamp in front of a stored file name. */
const STAMP_LENGTH = 14;

/** The comma-separated addresses of a value. Only http(s) and local paths: anything else could run as a script. */
export function safeUrls(value: string): string[] {
  return value
    .split(",")
    .map((url) => url.trim())
    .filter((url) => /^(https?:\/\/|\/(?![/\\]))/i.test(url));
}

/** The name a file was uploaded with: the last part of its address without the first 14 characters. */
export function fileName(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? "";
  const last = path.slice(path.lastIndexOf("/") + 1);
  return decode(last).slice(STAMP_LENGTH) || decode(last);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
