import type { Dayjs } from "dayjs";

/** `<title>-yyyyMMddHHmm.xlsx`, without characters a file name must not have. */
export function exportFileName(title: string, now: Dayjs): string {
  return `${title.replace(/[\\/:*?"<>|]/g, "_")}-${now.format("YYYYMMDDHHmm")}.xlsx`;
}
