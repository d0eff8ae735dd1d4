/** Length of the time stamp in front of a stored file name. */
const STAMP_LENGTH = 14;

/** The addresses of a value: their list with commas between. */
export function urlsOf(value: string): string[] {
  return value
    .split(",")
    .map((url) => url.trim())
    .filter((url) => url !== "");
}

/** Those of them that are http(s) or local paths: anything else could run as a script. */
export const safeUrls = (value: string): string[] => urlsOf(value).filter((url) => /^(https?:\/\/|\/(?![/\\]))/i.test(url));

export const withUrl = (value: string, url: string): string => [...urlsOf(value), url].join(",");

export const withoutUrl = (value: string, url: string): string =>
  urlsOf(value)
    .filter((other) => other !== url)
    .join(",");

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
