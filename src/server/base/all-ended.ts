/**
 * What works that were begun together come to, once each of them has ended: whoever hears of a failure may count on it that nothing of them goes on any
 * more. Throws what the first of those that failed says, in their order.
 */
export async function allEnded<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
