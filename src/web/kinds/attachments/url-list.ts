/** The addresses of an images field: its value is their list with commas between. */
export function urlsOf(value: string): string[] {
  return value
    .split(",")
    .map((url) => url.trim())
    .filter((url) => url !== "");
}

export function withUrl(value: string, url: string): string {
  return [...urlsOf(value), url].join(",");
}

export function withoutUrl(value: string, url: string): string {
  return urlsOf(value)
    .filter((other) => other !== url)
    .join(",");
}
