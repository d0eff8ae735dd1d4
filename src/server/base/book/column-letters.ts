/** `A`, `Z`, `AA` … of a place from 0. */
export function columnLetters(place: number): string {
  const before = Math.floor(place / 26) - 1;
  return (before < 0 ? "" : columnLetters(before)) + String.fromCharCode(65 + (place % 26));
}
