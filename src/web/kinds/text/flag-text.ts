/** Texts of columns with two values; screen and export use the same words. */
export const FLAG_TEXT = { yes: "是", no: "否" } as const;
export const PRINTED_TEXT = { yes: "已打印", no: "未打印" } as const;
export const UNREAD_TEXT = { yes: "未读", no: "已读" } as const;

/** Whether a wire value counts as set: true, a number above zero, `1` or `true`. */
export function isSet(value: unknown): boolean {
  return value === true || value === "true" || Number(value) > 0;
}
