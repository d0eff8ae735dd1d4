// Control characters break logs, CSV and PostgreSQL (NUL); line feeds and tabs are text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Whether a text from outside can be kept and shown: whole characters, none of them a control character. */
export function isPlainText(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}
