/** The blocks between two heights, the second not among them; one at least. */
export function blocksIn(heightOf: (block: number) => number, count: number, top: number, bottom: number): readonly [number, number] {
  let [from, at] = [0, 0];
  while (from < count - 1 && at + heightOf(from) <= top) at += heightOf(from++);
  let to = from;
  while (to < count && (to === from || at < bottom)) at += heightOf(to++);
  return [from, to];
}
