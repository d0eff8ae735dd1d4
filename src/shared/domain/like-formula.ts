/** How a formula begins, where somebody opens a cell and leaves it again; also as Chinese input methods type it. */
const LIKE_FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Whether a spreadsheet would take the text for a formula, once it is typed anew (docs/decisions/84). */
export function isLikeFormula(text: string): boolean {
  return LIKE_FORMULA.test(text);
}
